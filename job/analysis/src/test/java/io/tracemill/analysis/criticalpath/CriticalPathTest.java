package io.tracemill.analysis.criticalpath;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceSpec;
import org.junit.jupiter.api.Test;

class CriticalPathTest {
  private static final long MILLI = 1_000_000;

  private static TraceSpec server(long end) {
    return trace().root("r", 0, end).kind(SpanKind.SERVER);
  }

  private static TraceSpec client(long end) {
    return trace().root("r", 0, end).kind(SpanKind.CLIENT);
  }

  private static String sections(TraceSpec spec) {
    return AnalyzedTrees.of(spec, 0).sections();
  }

  private static String tolerant(TraceSpec spec) {
    return AnalyzedTrees.of(spec, MILLI).sections();
  }

  @Test
  void aSpanWithoutChildrenOwnsItsTime() {
    assertThat(sections(server(100))).isEqualTo("0..100 r");
  }

  @Test
  void whatNoChildCoversIsTheSpansOwn() {
    assertThat(sections(server(100).child("r", "a", 10, 40).child("r", "b", 50, 90)))
        .isEqualTo("0..10 r, 10..40 a, 40..50 r, 50..90 b, 90..100 r");
  }

  @Test
  void ofParallelChildrenTheLastToFinishIsWaitedFor() {
    assertThat(sections(server(100).child("r", "a", 10, 60).child("r", "b", 50, 90)))
        .isEqualTo("0..50 r, 50..90 b, 90..100 r");
  }

  @Test
  void aChildThatEndsWhereTheNextStartsHappensBeforeIt() {
    assertThat(sections(server(100).child("r", "a", 0, 50).child("r", "b", 50, 100)))
        .isEqualTo("0..50 a, 50..100 b");
  }

  @Test
  void grandchildrenTileTheirParent() {
    assertThat(
            sections(
                server(100).child("r", "a", 10, 60).kind(SpanKind.SERVER).child("a", "b", 20, 30)))
        .isEqualTo("0..10 r, 10..20 a, 20..30 b, 30..60 a, 60..100 r");
  }

  @Test
  void ofChildrenThatEndTogetherTheOneThatStartedFirstIsWaitedFor() {
    assertThat(sections(server(100).child("r", "a", 20, 50).child("r", "b", 10, 50)))
        .isEqualTo("0..10 r, 10..50 b, 50..100 r");
  }

  @Test
  void ofEqualChildrenTheOneWithTheSmallerIdIsWaitedFor() {
    TraceSpec spec = server(100).child("r", "a", 10, 50).id(-1);
    assertThat(sections(spec.child("r", "b", 10, 50).id(7)))
        .isEqualTo("0..10 r, 10..50 b, 50..100 r");
  }

  @Test
  void aZeroLengthSpanIsNoPartOfThePathAndBlocksNoChain() {
    TraceSpec spec = server(100).child("r", "a", 10, 50).child("r", "zero", 50, 50);
    assertThat(sections(spec.child("r", "b", 50, 90)))
        .isEqualTo("0..10 r, 10..50 a, 50..90 b, 90..100 r");
  }

  @Test
  void aRequestOfZeroLengthHasNoSections() {
    AnalyzedTrees analyzed = AnalyzedTrees.of(server(0).child("r", "a", 0, 0), MILLI);

    assertThat(analyzed.sections()).isEmpty();
    assertThat(analyzed.path().spanCount()).isEqualTo(1);
  }

  @Test
  void anOverlapOfAMillisecondIsTolerated() {
    TraceSpec spec = server(100 * MILLI).child("r", "a", 0, 51 * MILLI);
    spec.child("r", "b", 50 * MILLI, 100 * MILLI);

    assertThat(tolerant(spec)).isEqualTo("0..50000000 a, 50000000..100000000 b");
    assertThat(sections(spec)).isEqualTo("0..50000000 r, 50000000..100000000 b");
  }

  @Test
  void anOverlapOfMoreThanAMillisecondIsNot() {
    TraceSpec spec = server(100 * MILLI).child("r", "a", 0, 51 * MILLI + 1);
    spec.child("r", "b", 50 * MILLI, 100 * MILLI);

    assertThat(tolerant(spec)).isEqualTo("0..50000000 r, 50000000..100000000 b");
  }

  @Test
  void anOverlapOfMoreThanHalfOfTheShorterIsNotTolerated() {
    assertThat(tolerant(server(1000).child("r", "a", 0, 950).child("r", "b", 900, 1000)))
        .isEqualTo("0..900 a, 900..1000 b");
    assertThat(tolerant(server(1000).child("r", "a", 0, 951).child("r", "b", 900, 1000)))
        .isEqualTo("0..900 r, 900..1000 b");
    assertThat(tolerant(server(1000).child("r", "a", 0, 100).child("r", "b", 50, 1000)))
        .isEqualTo("0..50 a, 50..1000 b");
    assertThat(tolerant(server(1000).child("r", "a", 0, 100).child("r", "b", 49, 1000)))
        .isEqualTo("0..49 r, 49..1000 b");
  }

  @Test
  void anotherSiblingThatStartsInsideTheOverlapForbidsToTolerateIt() {
    TraceSpec spec = server(1000).child("r", "a", 0, 510).child("r", "b", 500, 1000);
    assertThat(tolerant(spec)).isEqualTo("0..500 a, 500..1000 b");

    assertThat(tolerant(spec.child("r", "c", 505, 900))).isEqualTo("0..500 r, 500..1000 b");
  }

  @Test
  void anotherSiblingThatEndsInsideTheOverlapForbidsToTolerateIt() {
    TraceSpec spec = server(1000).child("r", "a", 0, 510).child("r", "b", 500, 1000);

    assertThat(tolerant(spec.child("r", "c", 100, 505)))
        .isEqualTo("0..100 r, 100..500 c, 500..1000 b");
  }

  @Test
  void anotherSiblingThatTouchesTheOverlapDoesNotForbidIt() {
    TraceSpec spec = server(1000).child("r", "a", 0, 510).child("r", "b", 500, 1000);
    spec.child("r", "c", 510, 900).child("r", "d", 100, 500).child("r", "e", 500, 700);

    assertThat(tolerant(spec)).isEqualTo("0..500 a, 500..1000 b");
  }

  @Test
  void aSiblingThatWasNotWaitedForForbidsAsWell() {
    TraceSpec spec = server(2000).child("r", "last", 1000, 2000).child("r", "parallel", 405, 1501);
    spec.child("r", "before", 400, 1000).child("r", "overlapping", 0, 410);

    assertThat(tolerant(spec)).isEqualTo("0..400 r, 400..1000 before, 1000..2000 last");
  }

  @Test
  void whereAnOverlapIsToleratedTheEarlierOnesDescendantsEndWhereTheLaterStarts() {
    TraceSpec spec = server(1000).child("r", "a", 0, 510).kind(SpanKind.SERVER);
    spec.child("a", "deep", 400, 510).child("r", "b", 500, 1000);

    assertThat(tolerant(spec)).isEqualTo("0..400 a, 400..500 deep, 500..1000 b");
  }

  @Test
  void aHundredThousandSiblingsThatEndTogetherJustInsideAnotherAreNotWaitedFor() {
    TraceSpec spec = server(2 * MILLI).child("r", "b", MILLI, 2 * MILLI);
    spec.child("r", "inside", 0, MILLI + 1);
    for (int i = 0; i < 100_000; i++) {
      spec.root("a", i, MILLI + 50).parentId(1);
    }

    assertThat(tolerant(spec)).isEqualTo("0..1000000 inside, 1000000..2000000 b");
  }

  @Test
  void aCallersTimeBelongsToTheEdgeToItsCallee() {
    assertThat(sections(client(100).child("r", "a", 10, 90)))
        .isEqualTo("0..10 r->a, 10..90 a, 90..100 r->a");
  }

  @Test
  void eachCalleeOwnsTheGapBeforeItsCallAndTheLastAlsoTheRest() {
    assertThat(sections(client(100).child("r", "a", 10, 40).child("r", "b", 50, 90)))
        .isEqualTo("0..10 r->a, 10..40 a, 40..50 r->b, 50..90 b, 90..100 r->b");
  }

  @Test
  void aChildOfTheSameServiceOwnsNoGap() {
    TraceSpec spec = client(100).child("r", "r", 10, 20).as("own").child("r", "a", 30, 40);
    spec.parentId(1).child("own", "r", 60, 70).parentId(1).kind(SpanKind.INTERNAL);
    spec.spans().get(1).kind = SpanKind.INTERNAL;

    assertThat(sections(spec))
        .isEqualTo(
            "0..10 r->a, 10..20 r, 20..30 r->a, 30..40 a, 40..60 r->a, 60..70 r, 70..100 r->a");
  }

  @Test
  void theTimeOfServersAndInternalSpansIsTheirOwn() {
    for (SpanKind kind : new SpanKind[] {SpanKind.SERVER, SpanKind.INTERNAL, SpanKind.CONSUMER}) {
      assertThat(sections(trace().root("r", 0, 100).kind(kind).child("r", "a", 10, 90)))
          .isEqualTo("0..10 r, 10..90 a, 90..100 r");
    }
  }

  @Test
  void theTimeOfClientsProducersAndSpansOfNoKindIsTheirEdges() {
    for (SpanKind kind :
        new SpanKind[] {SpanKind.CLIENT, SpanKind.PRODUCER, SpanKind.UNSPECIFIED}) {
      assertThat(sections(trace().root("r", 0, 100).kind(kind).child("r", "a", 10, 90)))
          .isEqualTo("0..10 r->a, 10..90 a, 90..100 r->a");
    }
  }

  @Test
  void aClientWithoutAChildOnAnotherServiceOwnsItsTime() {
    assertThat(sections(client(100))).isEqualTo("0..100 r");
    assertThat(sections(client(100).child("r", "r", 10, 90).kind(SpanKind.SERVER)))
        .isEqualTo("0..10 r, 10..90 r, 90..100 r");
  }

  @Test
  void anAsynchronousOrDroppedChildStillGivesTheEdge() {
    assertThat(
            sections(
                trace()
                    .root("r", 0, 100)
                    .kind(SpanKind.PRODUCER)
                    .child("r", "a", 50, 300)
                    .kind(SpanKind.CONSUMER)))
        .isEqualTo("0..100 r->a");
    assertThat(sections(client(100).child("r", "a", 200, 300))).isEqualTo("0..100 r->a");
  }

  @Test
  void ofAsynchronousChildrenTheEarliestGivesTheEdge() {
    TraceSpec spec = client(100).child("r", "b", 50, 300).async().child("r", "a", 40, 300).async();

    assertThat(sections(spec)).isEqualTo("0..100 r->a");
  }

  @Test
  void anOrphanGivesNoEdge() {
    assertThat(sections(client(100).orphan("o", 10, 20))).isEqualTo("0..100 r");
  }

  @Test
  void aRequestBelowTheRootHasAPathOfItsOwn() {
    TraceSpec spec = server(100).child("r", "a", 90, 150).kind(SpanKind.SERVER);
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec.child("a", "b", 95, 140), 0);
    analyzed.skew().correct(analyzed.tree(), 1);
    analyzed.path().find(1);

    assertThat(analyzed.sections()).isEqualTo("90..95 a, 95..140 b, 140..150 a");
  }
}
