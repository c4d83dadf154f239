package io.tracemill.analysis.subspan;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.signature.SiblingOrder;
import io.tracemill.analysis.signature.SignatureCalculator;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
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
    TraceTree tree = AnalyzedTrees.of(spec, 0).tree();
    SiblingOrder siblings = new SiblingOrder();
    new SignatureCalculator(Fold.LOG2, 0, siblings).of(tree, 0);
    SpanTimes times = new SpanTimes();
    times.read(tree, 0, siblings);
    List<Long> values = new ArrayList<>();
    for (int value = 0; value < SpanLayout.valueCount(times.children(0)); value++) {
      values.add(times.values()[value]);
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
}
