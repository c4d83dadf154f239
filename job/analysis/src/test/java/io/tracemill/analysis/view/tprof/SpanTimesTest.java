package io.tracemill.analysis.view.tprof;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.trace.TraceSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The children of span {@code a}, which lasts from 0 to 100. */
class SpanTimesTest {
  private static TraceSpec trace() {
    return TraceSpec.trace(1).root("a", 0, 100).as("a");
  }

  /** Its duration, self time, then child_diff and sub-span of each child, then end_diff. */
  private static List<Long> first(TraceSpec spec) {
    OrderGroup group = LayersTest.orders(List.of(spec)).get(0);
    List<Long> values = new ArrayList<>();
    for (int value = 0; value < group.layout().critical(0, 0); value++) {
      values.add(group.rows().get(0).values()[value]);
    }
    return values;
  }

  @Test
  void aSubSpanBeginsWithTheEventBeforeIt() {
    assertThat(first(trace().child("a", "b", 10, 50).child("a", "c", 40, 60)))
        .containsExactly(100L, 50L, 10L, 10L, 30L, 30L, 40L);
    assertThat(first(trace().child("a", "b", 10, 30).child("a", "c", 40, 60)))
        .containsExactly(100L, 60L, 10L, 10L, 30L, 10L, 40L);
  }

  @Test
  void endDiffCountsFromTheChildThatEndsLast() {
    assertThat(first(trace().child("a", "b", 10, 90).child("a", "c", 40, 60)))
        .containsExactly(100L, 20L, 10L, 10L, 30L, 30L, 10L);
  }

  @Test
  void aChildThatReachesOutOfItsParentIsClipped() {
    assertThat(first(trace().child("a", "b", -20, 50).child("a", "c", 80, 130)))
        .containsExactly(100L, 30L, 0L, 0L, 80L, 30L, 0L);
  }

  @Test
  void aChildThatBeginsWhenItsParentHasEndedHasNoLengthAtTheEventBefore() {
    List<Long> without = List.of(100L, 60L, 10L, 10L, 50L);
    assertThat(first(trace().child("a", "b", 10, 50))).isEqualTo(without);
    assertThat(first(trace().child("a", "b", 10, 50).child("a", "c", 120, 130)))
        .containsExactly(100L, 60L, 10L, 10L, 40L, 0L, 50L);
    assertThat(first(trace().child("a", "b", 10, 50).child("a", "c", 100, 130)))
        .containsExactly(100L, 60L, 10L, 10L, 40L, 0L, 50L);
    // The second late child begins after the first has ended.
    assertThat(
            first(
                trace()
                    .child("a", "b", 10, 50)
                    .child("a", "c", 120, 130)
                    .child("a", "d", 140, 150)))
        .containsExactly(100L, 60L, 10L, 10L, 40L, 0L, 0L, 0L, 50L);
    assertThat(first(trace().child("a", "c", 120, 130))).containsExactly(100L, 100L, 0L, 0L, 100L);
  }

  @Test
  void aChildThatIsStillRunningAtTheEndLeavesNoEndDiff() {
    assertThat(first(trace().child("a", "b", 10, 150).child("a", "c", 120, 130)))
        .containsExactly(100L, 10L, 10L, 10L, 90L, 0L, 0L);
  }

  /** Requests wait for c, which ends last, and not for b. */
  @Test
  void theCriticalTimeOfASubSpanIsWhatTheRequestWaitsFor() {
    OrderGroup group =
        LayersTest.orders(List.of(trace().child("a", "b", 10, 60).child("a", "c", 20, 90))).get(0);
    long[] values = group.rows().get(0).values();
    SpanLayout layout = group.layout();
    assertThat(List.of(0, 1, 2))
        .extracting(i -> values[layout.critical(0, i)])
        .containsExactly(10L, 10L, 10L);
    assertThat(values[layout.critical(1, 0)]).isZero();
    assertThat(values[layout.critical(2, 0)]).isEqualTo(70);
  }
}
