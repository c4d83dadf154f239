package io.tracemill.analysis.trace;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SkewCorrectionTest {
  private static final long MAX_SHIFT = 50;

  private final TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(1000));
  private final TraceTree tree = builder.tree();
  private final SkewCorrection skew = new SkewCorrection(MAX_SHIFT);

  private static TraceSpec root(SpanKind kind) {
    return trace().root("r", 0, 100).kind(kind).host("h1");
  }

  private void correct(TraceSpec spec) {
    builder.build(spec.assembled());
    skew.correct(tree, 0);
  }

  /** Corrected times of the span with this place in the specification. */
  private String times(int number) {
    int span = 0;
    while (tree.spanId(span) != number) {
      span++;
    }
    return (tree.startNanos(span) - TraceSpec.BASE)
        + ".."
        + (tree.endNanos(span) - TraceSpec.BASE)
        + (tree.dropped(span) ? " dropped" : "");
  }

  @Test
  void theOnlyChildOfAClientIsShiftedToItsCentre() {
    correct(root(SpanKind.CLIENT).child("r", "a", 70, 110).host("h2"));

    assertThat(times(2)).isEqualTo("30..70");
    assertThat(skew.skewNanos()).isEqualTo(40);
    assertThat(skew.clippedNanos()).isZero();
  }

  @Test
  void theOnlyChildOfAClientIsShiftedJustInsideIfItsCentreIsTooFar() {
    correct(root(SpanKind.CLIENT).child("r", "a", 90, 130).host("h2"));

    assertThat(times(2)).isEqualTo("60..100");
    assertThat(skew.skewNanos()).isEqualTo(30);
  }

  @Test
  void aChildThatLiesInsideIsNotCentred() {
    correct(root(SpanKind.CLIENT).child("r", "a", 50, 100).host("h2"));

    assertThat(times(2)).isEqualTo("50..100");
  }

  @Test
  void oneOfSeveralChildrenOfAClientIsShiftedJustInside() {
    correct(
        root(SpanKind.CLIENT)
            .child("r", "a", 70, 110)
            .host("h2")
            .child("r", "b", 0, 10)
            .host("h1"));

    assertThat(times(2)).isEqualTo("60..100");
    assertThat(times(3)).isEqualTo("0..10");
  }

  @Test
  void theChildOfAnotherKindIsShiftedJustInside() {
    correct(root(SpanKind.SERVER).child("r", "late", 70, 110).host("h2"));
    assertThat(times(2)).isEqualTo("60..100");

    correct(root(SpanKind.SERVER).child("r", "early", -20, 30).host("h2"));
    assertThat(times(2)).isEqualTo("0..50");
  }

  @Test
  void aChildWhollyOutsideIsShiftedInside() {
    correct(root(SpanKind.SERVER).child("r", "a", 110, 120).host("h2"));

    assertThat(times(2)).isEqualTo("90..100");
  }

  @Test
  void allChildrenOfOneHostAreShiftedByTheSameAmount() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 30, 50).host("h2");
    spec.child("r", "b", 80, 110).host("h2").child("r", "c", 95, 105).host("h3");
    correct(spec);

    assertThat(times(2)).isEqualTo("20..40");
    assertThat(times(3)).isEqualTo("70..100");
    assertThat(times(4)).isEqualTo("90..100");
    assertThat(skew.skewNanos()).isEqualTo(10 + 10 + 5);
  }

  @Test
  void childrenOfOneHostThatNoShiftBringsInsideAreClipped() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", -10, 20).host("h2");
    spec.child("r", "b", 80, 110).host("h2");
    correct(spec);

    assertThat(times(2)).isEqualTo("0..20");
    assertThat(times(3)).isEqualTo("80..100");
    assertThat(skew.skewNanos()).isZero();
    assertThat(skew.clippedNanos()).isEqualTo(20);
  }

  @Test
  void hostsThatAreUnknownOrEqualAreNeverShifted() {
    correct(root(SpanKind.SERVER).child("r", "a", 70, 110).host("h1"));
    assertThat(times(2)).isEqualTo("70..100");

    correct(root(SpanKind.SERVER).child("r", "a", 70, 110).host(""));
    assertThat(times(2)).isEqualTo("70..100");

    correct(trace().root("r", 0, 100).child("r", "a", 70, 110).host("h2"));
    assertThat(times(2)).isEqualTo("70..100");
    assertThat(skew.skewNanos()).isZero();
  }

  @Test
  void aChildLongerThanItsParentIsClippedAndNotShifted() {
    correct(root(SpanKind.CLIENT).child("r", "a", 10, 111).host("h2"));

    assertThat(times(2)).isEqualTo("10..100");
    assertThat(skew.skewNanos()).isZero();
    assertThat(skew.clippedNanos()).isEqualTo(11);
  }

  @Test
  void aChildAsLongAsItsParentIsShifted() {
    correct(root(SpanKind.CLIENT).child("r", "a", 10, 110).host("h2"));

    assertThat(times(2)).isEqualTo("0..100");
  }

  @Test
  void aChildThatCoversItsParentIsClippedOnBothSides() {
    correct(root(SpanKind.SERVER).child("r", "a", -10, 120).host("h2"));

    assertThat(times(2)).isEqualTo("0..100");
    assertThat(skew.clippedNanos()).isEqualTo(30);
  }

  @Test
  void noShiftIsLongerThanTheMaximum() {
    correct(root(SpanKind.SERVER).child("r", "a", 110, 150).host("h2"));
    assertThat(times(2)).isEqualTo("60..100");

    correct(root(SpanKind.SERVER).child("r", "a", 90, 151).host("h2"));
    assertThat(times(2)).isEqualTo("90..100");
    assertThat(skew.skewNanos()).isZero();
  }

  @Test
  void aMaximumOfZeroSwitchesShiftingOffAndNotClipping() {
    builder.build(root(SpanKind.SERVER).child("r", "a", 90, 110).host("h2").assembled());
    new SkewCorrection(0).correct(tree, 0);

    assertThat(times(2)).isEqualTo("90..100");
  }

  @Test
  void aChildWithoutOverlapIsDroppedWithItsSubtree() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 100, 110).host("h1");
    spec.child("a", "b", 102, 104).host("h1").child("r", "c", 99, 110).host("h1");
    correct(spec);

    assertThat(times(2)).isEqualTo("100..110 dropped");
    assertThat(times(3)).isEqualTo("102..104 dropped");
    assertThat(times(4)).isEqualTo("99..100");
  }

  @Test
  void aZeroLengthChildInsideItsParentIsKept() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "start", 0, 0).child("r", "end", 100, 100);
    correct(spec.child("r", "outside", 101, 101));

    assertThat(times(2)).isEqualTo("0..0");
    assertThat(times(3)).isEqualTo("100..100");
    assertThat(times(4)).isEqualTo("101..101 dropped");
  }

  @Test
  void asynchronousChildrenAreLeftAsTheyAre() {
    TraceSpec spec = root(SpanKind.PRODUCER).child("r", "follows", 90, 190).async().host("h2");
    spec.child("r", "consumer", 300, 400).kind(SpanKind.CONSUMER).host("h2");
    correct(spec);

    assertThat(times(2)).isEqualTo("90..190");
    assertThat(times(3)).isEqualTo("300..400");
    assertThat(skew.skewNanos()).isZero();
    assertThat(skew.clippedNanos()).isZero();
  }

  @Test
  void orphansAreLeftAsTheyAre() {
    correct(root(SpanKind.SERVER).orphan("o", 90, 120).host("h2"));

    assertThat(times(2)).isEqualTo("90..120");
    assertThat(tree.blocking(1)).isFalse();
  }

  @Test
  void aSubtreeMovesWithItsTop() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 60, 110).host("h2");
    spec.child("a", "b", 70, 80).host("h2").child("b", "c", 72, 73).host("h3");
    correct(spec);

    assertThat(times(2)).isEqualTo("50..100");
    assertThat(times(3)).isEqualTo("60..70");
    assertThat(times(4)).isEqualTo("62..63");
    assertThat(skew.skewNanos()).as("the subtree's shift counts once").isEqualTo(10);
    assertThat(skew.shiftNanos(tree, 1)).isEqualTo(-10);
    assertThat(skew.shiftNanos(tree, 2)).isZero();
  }

  @Test
  void aShiftAddsToThatOfTheParent() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 60, 110).host("h2");
    correct(spec.child("a", "b", 100, 120).host("h3"));

    assertThat(times(3)).isEqualTo("80..100");
    assertThat(skew.shiftNanos(tree, 2)).isEqualTo(-10);
    assertThat(skew.skewNanos()).isEqualTo(20);
  }

  @Test
  void aChildIsClippedToItsParentAsThatStandsAfterItsOwnClip() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 60, 120).host("h1");
    correct(spec.child("a", "b", 90, 115).host("h1"));

    assertThat(times(3)).isEqualTo("90..100");
  }

  @Test
  void theFirstSpanOfARequestBelowIsARoot() {
    TraceSpec spec = root(SpanKind.SERVER).child("r", "a", 90, 150).host("h2");
    correct(spec.child("a", "b", 140, 160).host("h2"));
    assertThat(times(2)).isEqualTo("40..100");

    skew.correct(tree, 1);
    assertThat(times(2)).isEqualTo("90..150");
    assertThat(times(3)).isEqualTo("140..150");
  }

  @Property
  void everyChildThatIsWaitedForLiesInsideItsParent(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int spans) {
    correct(RandomTraces.linked(random, spans, 5));

    for (int span = 1; span < tree.size(); span++) {
      if (tree.blocking(span)) {
        int parent = tree.parent(span);
        assertThat(tree.startNanos(span)).isGreaterThanOrEqualTo(tree.startNanos(parent));
        assertThat(tree.endNanos(span)).isLessThanOrEqualTo(tree.endNanos(parent));
        assertThat(tree.endNanos(span)).isGreaterThanOrEqualTo(tree.startNanos(span));
      }
    }
  }

  @Property
  void noSpanIsShiftedTooFarOrWithoutAnotherHost(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int spans) {
    correct(RandomTraces.linked(random, spans, 5));
    long sum = 0;
    for (int span = 1; span < tree.size(); span++) {
      long shift = Math.abs(skew.shiftNanos(tree, span));
      int host = tree.hostNumber(span);
      int parentHost = tree.hostNumber(tree.parent(span));

      assertThat(shift).isLessThanOrEqualTo(MAX_SHIFT);
      if (host == parentHost || host * parentHost == Vocabulary.UNKNOWN_HOST) {
        assertThat(shift).isZero();
      }
      sum += shift;
    }
    assertThat(skew.skewNanos()).isEqualTo(sum);
  }

  @Property
  void correctingTwiceIsCorrectingOnce(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 20) int spans) {
    correct(RandomTraces.linked(random, spans, 5));
    long[] starts = new long[tree.size()];
    for (int span = 0; span < starts.length; span++) {
      starts[span] = tree.startNanos(span);
    }
    skew.correct(tree, 0);

    for (int span = 0; span < starts.length; span++) {
      assertThat(tree.startNanos(span)).isEqualTo(starts[span]);
    }
  }
}
