package io.tracemill.store.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptRequestsTest {
  private static final Frame SHOP = Frame.of("shop", "POST /checkout");
  private static final MadeUpCategory PAYS =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"));

  @TempDir private Path directory;

  private List<KeptRequest> requests = List.of();

  @BeforeEach
  void write() {
    requests = MadeUpTraffic.random(List.of(PAYS), 2_000, 2, false, new Random(5));
    TestStore.write(directory, TestStore.LINE, requests);
  }

  private List<KeptRequest> read(Filter filter, int maxKept) {
    EngineLimits limits =
        new EngineLimits(500, 100, 2, EngineLimits.DEFAULT.timeout(), 100_000, maxKept);
    try (StoreSession session =
        Store.open(directory, Optional.empty(), limits).session(filter.time())) {
      KeptRequests kept = KeptRequests.of(session, filter);
      List<KeptRequest> read = new ArrayList<>();
      kept.forEach(read::add);
      assertThat(kept.size()).isEqualTo(read.size());
      return read;
    }
  }

  @Test
  void requestsAreReadAsTheyWereWritten() {
    assertThat(read(Filter.ALL, 20_000)).containsExactlyInAnyOrderElementsOf(requests);
  }

  @Test
  void aFilterSelectsByTimeInPanesAttributesStatusAndDuration() {
    Period time =
        new Period(MadeUpTraffic.START_MILLIS + 10_001, MadeUpTraffic.START_MILLIS + 3_599_000);
    Filter filter =
        Filter.ALL
            .during(time)
            .having(List.of(new AttributeValue("version", "v1")))
            .lasting(1_000_000, 30_000_000)
            .failing(false);
    Period panes = TestStore.RULES.panes(time);

    assertThat(panes.startMillis() % 30_000).isZero();
    assertThat(read(filter, 20_000))
        .isNotEmpty()
        .containsExactlyInAnyOrderElementsOf(
            requests.stream()
                .filter(each -> panes.contains(each.timeMillis()))
                .filter(each -> !each.failed())
                .filter(each -> each.attributes().get(0).value().equals("v1"))
                .filter(each -> each.durationNanos() >= 1_000_000)
                .filter(each -> each.durationNanos() < 30_000_000)
                .toList());
  }

  @Test
  void tooManyAreSampledByGroupAndKeepTheirWeight() {
    List<KeptRequest> read = read(Filter.ALL, 200);

    assertThat(read).hasSizeBetween(100, 200);
    assertThatTheyStandForAll(read);
    assertThat(failed(read)).isCloseTo(failed(requests), within(1e-6));
    double below = read.stream().mapToDouble(KeptRequest::uniformBelow).min().orElseThrow();
    assertThat(read.stream().filter(each -> each.inUniform(below)).map(KeptRequest::traceId))
        .containsExactlyInAnyOrderElementsOf(
            requests.stream()
                .filter(each -> each.inUniform(below))
                .map(KeptRequest::traceId)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 10, 30})
  void thereAreNoMoreThanTheLimitEvenIfThereAreMoreGroups(int limit) {
    List<KeptRequest> read = read(Filter.ALL, limit);

    assertThat(read).hasSizeBetween(3, limit);
    assertThatTheyStandForAll(read);
    assertThat(failed(read)).isCloseTo(failed(requests), within(1e-6));
  }

  private void assertThatTheyStandForAll(List<KeptRequest> read) {
    assertThat(read.stream().mapToDouble(KeptRequest::weight).sum())
        .isCloseTo(requests.size(), within(1e-6));
  }

  /** The number of complete requests that failed, by their weights. */
  private static double failed(List<KeptRequest> some) {
    return some.stream()
        .filter(KeptRequest::failed)
        .filter(KeptRequest::complete)
        .mapToDouble(KeptRequest::weight)
        .sum();
  }
}
