package io.tracemill.store.question;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceQuestionsTest {
  private static final Frame SHOP = Frame.of("shop", "POST /checkout");
  private static final MadeUpCategory PAYS =
      MadeUpTraffic.category(
          SHOP,
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge"));
  private static final String LINK = "http://jaeger/trace/{traceId}";

  @TempDir private Path directory;

  private final List<KeptRequest> requests = new ArrayList<>();

  @BeforeEach
  void write() {
    requests.addAll(MadeUpTraffic.random(List.of(PAYS), 500, 2, true, new Random(5)));
    TestStore.write(directory, TestStore.LINE, requests);
  }

  private List<String> found(TraceSearch search) {
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      return search.ask(session).stream().map(TraceSearch.Found::traceId).toList();
    }
  }

  @Test
  void findsTheSlowestAndTheNewest() {
    assertThat(
            found(
                new TraceSearch(
                    Filter.ALL, false, OptionalInt.empty(), 0, TraceSearch.Order.SLOWEST, 20, "")))
        .isEqualTo(
            requests.stream()
                .sorted(comparingLong(each -> -each.durationNanos()))
                .limit(20)
                .map(each -> each.traceId().hex())
                .toList());
    Filter filter =
        Filter.ALL
            .having(List.of(new AttributeValue("it's.tenant", "t1")))
            .lasting(5_000_000, 40_000_000)
            .of(SHOP)
            .ofCategory(PAYS.category().hex());
    assertThat(
            found(
                new TraceSearch(
                    filter, true, OptionalInt.of(1), 9_000_000, TraceSearch.Order.NEWEST, 5, "")))
        .isEqualTo(
            requests.stream()
                .filter(each -> Reference.selects(filter, each) && each.failed())
                .filter(each -> Reference.times(each).inclusiveNanos()[1] >= 9_000_000)
                .sorted(comparingLong(each -> -each.timeMillis()))
                .limit(5)
                .map(each -> each.traceId().hex())
                .toList())
        .isNotEmpty();
  }

  @Test
  void readsATraceWithItsSpans() {
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      KeptRequest kept = requests.get(0);
      StoredTrace trace = StoredTrace.ask(session, kept.traceId().hex(), LINK);
      StoredTrace.Request request = trace.requests().get(0);
      assertThat(trace.requests()).hasSize(1);
      assertThat(request.found().spansKept()).isTrue();
      assertThat(request.found().link()).endsWith(kept.traceId().hex());
      assertThat(request.spans()).hasSize(2);
      assertThat(request.spans().get(1))
          .satisfies(
              span -> {
                assertThat(span.parent()).isZero();
                assertThat(span.service()).isEqualTo("pay");
                assertThat(span.kind()).isEqualTo("client");
                assertThat(span.durationNanos())
                    .isEqualTo(Reference.times(kept).inclusiveNanos()[1]);
              });
      assertThat(
              request.criticalPath().stream()
                  .mapToLong(section -> section.toNanos() - section.fromNanos())
                  .sum())
          .isEqualTo(kept.durationNanos());
      StoredTrace other = StoredTrace.ask(session, requests.get(1).traceId().hex(), "");
      assertThat(other.requests().get(0).spans()).hasSize(2);
      assertThat(other.requests().get(0).found().link()).isEmpty();
      assertThatThrownBy(() -> StoredTrace.ask(session, "0".repeat(32), ""))
          .hasMessageContaining("no request of trace");
    }
  }
}
