package io.tracemill.analysis.callingcontext;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.RandomTraces;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CallingContextTreeTest {
  private static TraceSpec server(long end) {
    return trace().root("r", 0, end).kind(SpanKind.SERVER);
  }

  private static CallingContextTree contexts(AnalyzedTrees analyzed) {
    return new CallingContextTreeBuilder(analyzed.tree(), analyzed.path()).build();
  }

  private static List<String> lines(TraceSpec spec) {
    return ContextText.of(contexts(AnalyzedTrees.of(spec, 0)));
  }

  @Test
  void spansOfOneCallPathAreOneNode() {
    assertThat(lines(server(100).child("r", "a", 10, 40).child("r", "a", 50, 80)))
        .containsExactly("r op: 1 spans, 40 of 100 ns", "r op > a op: 2 spans, 60 of 60 ns");
  }

  @Test
  void equalNamesAtDifferentPathsAreDifferentNodes() {
    TraceSpec spec = server(100).child("r", "a", 10, 40).kind(SpanKind.SERVER);
    spec.child("a", "db", 20, 30).child("r", "db", 50, 60);

    assertThat(lines(spec))
        .containsExactly(
            "r op: 1 spans, 60 of 100 ns",
            "r op > a op: 1 spans, 20 of 30 ns",
            "r op > a op > db op: 1 spans, 10 of 10 ns",
            "r op > db op: 1 spans, 10 of 10 ns");
  }

  @Test
  void whatIsNotOnTheCriticalPathHasNoNode() {
    assertThat(lines(server(100).child("r", "a", 10, 60).child("r", "b", 20, 80)))
        .containsExactly("r op: 1 spans, 40 of 100 ns", "r op > b op: 1 spans, 60 of 60 ns");
  }

  @Test
  void aSpanThatWaitedForOneOtherServiceIsAnEdge() {
    TraceSpec spec = server(100).child("r", "r", 10, 90).as("call").kind(SpanKind.CLIENT);

    assertThat(lines(spec.child("call", "a", 20, 80)))
        .containsExactly(
            "r op: 1 spans, 20 of 100 ns",
            "r op > r op -> a: 1 spans, 20 of 80 ns",
            "r op > r op -> a > a op: 1 spans, 60 of 60 ns");
  }

  @Test
  void aSpanThatWaitedForSeveralServicesHasAnEdgeBelowItForEach() {
    TraceSpec spec = server(100).child("r", "r", 0, 100).as("call").kind(SpanKind.CLIENT);
    spec.child("call", "a", 10, 30).child("call", "b", 40, 60).child("call", "a", 70, 80);

    assertThat(lines(spec))
        .containsExactly(
            "r op: 1 spans, 0 of 100 ns",
            "r op > r op: 1 spans, 0 of 100 ns",
            "r op > r op > r op -> a: 1 spans, 40 of 70 ns",
            "r op > r op > r op -> a > a op: 2 spans, 30 of 30 ns",
            "r op > r op > r op -> b: 1 spans, 10 of 30 ns",
            "r op > r op > r op -> b > b op: 1 spans, 20 of 20 ns");
  }

  @Test
  void theFirstSpanOfARequestHasItsEdgesBelowIt() {
    assertThat(lines(trace().root("r", 0, 100).kind(SpanKind.CLIENT).child("r", "a", 10, 90)))
        .containsExactly(
            "r op: 1 spans, 0 of 100 ns",
            "r op > r op -> a: 1 spans, 20 of 100 ns",
            "r op > r op -> a > a op: 1 spans, 80 of 80 ns");
  }

  @Test
  void recursionMakesTheTreeDeeper() {
    TraceSpec spec = server(100).child("r", "r", 10, 90).kind(SpanKind.SERVER);

    assertThat(lines(spec.child("r", "r", 20, 80)))
        .containsExactly(
            "r op: 1 spans, 20 of 100 ns",
            "r op > r op: 1 spans, 20 of 80 ns",
            "r op > r op > r op: 1 spans, 60 of 60 ns");
  }

  @Test
  void aRequestOfZeroLengthHasOneNode() {
    assertThat(lines(server(0))).containsExactly("r op: 1 spans, 0 of 0 ns");
  }

  @Property
  void exclusiveTimesAddUpToTheDuration(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int spans) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(RandomTraces.linked(random, spans, 10), 3);
    CallingContextTree contexts = contexts(analyzed);
    long sum = 0;
    for (int node = 0; node < contexts.size(); node++) {
      sum += contexts.exclusiveNanos(node);
    }

    assertThat(sum).isEqualTo(analyzed.tree().endNanos(0) - analyzed.tree().startNanos(0));
  }

  @Property
  void inclusiveTimeIsANodesOwnAndItsDescendants(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int spans) {
    CallingContextTree contexts =
        contexts(AnalyzedTrees.of(RandomTraces.linked(random, spans, 10), 3));
    long[] sums = new long[contexts.size()];
    for (int node = 0; node < contexts.size(); node++) {
      for (int above = node; above >= 0; above = contexts.parent(above)) {
        sums[above] += contexts.exclusiveNanos(node);
      }
    }

    for (int node = 0; node < contexts.size(); node++) {
      assertThat(contexts.inclusiveNanos(node)).isEqualTo(sums[node]);
      assertThat(contexts.parent(node)).isLessThan(node);
    }
  }

  @Property
  void noTwoNodesHaveOnePath(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int spans) {
    CallingContextTree contexts =
        contexts(AnalyzedTrees.of(RandomTraces.linked(random, spans, 10), 3));
    Set<Object> seen = new HashSet<>();

    for (int node = 0; node < contexts.size(); node++) {
      assertThat(seen.add(List.of(contexts.parent(node), contexts.step(node)))).isTrue();
      assertThat(contexts.spans(node)).isPositive();
    }
  }
}
