package io.tracemill.store.question;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PastEndpointsTest {
  private static final List<MadeUpCategory> CATEGORIES =
      List.of(
          category("shop", "GET /", 1),
          category("shop", "GET /", 2),
          category("shop", "POST /buy", 3),
          category("it's", "GET /", 4));
  private static final Period TIME =
      new Period(MadeUpTraffic.START_MILLIS + 1_000_000, MadeUpTraffic.START_MILLIS + 9_000_000);

  @TempDir private Path directory;

  private static MadeUpCategory category(String service, String operation, int number) {
    return MadeUpTraffic.category(
        Frame.of(service, operation), number, MadeUpTraffic.node(0, service, operation));
  }

  @Test
  void equalsTheReferenceOnRandomRequests() {
    for (boolean sampled : new boolean[] {false, true}) {
      Path index = directory.resolve("sampled-" + sampled);
      List<KeptRequest> all = MadeUpTraffic.random(CATEGORIES, 2_000, 3, sampled, new Random(8));
      TestStore.write(index, TestStore.LINE, all);

      PastEndpoints past;
      try (StoreSession session = TestStore.open(index).session(TIME)) {
        past = PastEndpoints.ask(session, TIME);
      }

      assertThat(past.endpoints())
          .hasSize(3)
          .isSortedAccordingTo(Comparator.comparing(each -> -each.ratePerSecond()))
          .allSatisfy(each -> check(each, of(each.endpoint(), all)));
    }
  }

  private static void check(PastEndpoints.Endpoint endpoint, List<KeptRequest> requests) {
    double weight = Reference.weight(requests);
    assertThat(endpoint.rows()).isEqualTo(requests.size()).isPositive();
    assertThat(endpoint.requests()).isEqualTo(Math.round(weight));
    assertThat(endpoint.ratePerSecond()).isCloseTo(weight / 8_000, within(1e-9));
    assertThat(endpoint.errorRatio())
        .isCloseTo(Reference.mean(requests, each -> each.failed() ? 1 : 0), within(1e-9));
    assertThat(endpoint.p50Nanos()).isEqualTo(Reference.percentile(requests, 0.5));
    assertThat(endpoint.p95Nanos()).isEqualTo(Reference.percentile(requests, 0.95));
    assertThat(endpoint.p99Nanos()).isEqualTo(Reference.percentile(requests, 0.99));
  }

  private static List<KeptRequest> of(Frame endpoint, List<KeptRequest> all) {
    return all.stream()
        .filter(each -> each.complete() && each.weight() > 0)
        .filter(each -> Reference.selects(Filter.ALL.of(endpoint).during(TIME), each))
        .toList();
  }

  @Test
  void aTimeWithoutRequestsHasNoEndpoints() {
    TestStore.write(
        directory, TestStore.LINE, MadeUpTraffic.random(CATEGORIES, 10, 1, false, new Random(9)));
    Period before = new Period(0, MadeUpTraffic.START_MILLIS);
    try (StoreSession session = TestStore.open(directory).session(before)) {
      assertThat(PastEndpoints.ask(session, before).endpoints()).isEmpty();
    }
  }
}
