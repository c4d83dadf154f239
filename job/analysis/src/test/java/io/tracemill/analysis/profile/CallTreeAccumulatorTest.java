package io.tracemill.analysis.profile;

import static io.tracemill.analysis.profile.TestRequest.request;
import static io.tracemill.analysis.profile.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CallTreeAccumulatorTest {
  private static final ProfileLimits ROOMY = new ProfileLimits(1000, 1000, 1000, 1000);

  /** What the oracle knows of a call path: requests, spans, own time, inclusive time. */
  private record Sums(long traces, long spans, long exclusive, long inclusive) {
    Sums plus(Sums other) {
      return new Sums(
          traces + other.traces,
          spans + other.spans,
          exclusive + other.exclusive,
          inclusive + other.inclusive);
    }
  }

  @Property
  void everyCallPathHasTheSumsOfAllRequests(@ForAll("requests") List<RequestAnalysis> requests) {
    Map<List<PathStep>, Sums> expected = new HashMap<>();
    for (RequestAnalysis request : requests) {
      CallingContextTree tree = request.criticalPath();
      for (int node = 0; node < tree.size(); node++) {
        Sums sums =
            new Sums(1, tree.spans(node), tree.exclusiveNanos(node), tree.inclusiveNanos(node));
        expected.merge(path(tree, node), sums, Sums::plus);
      }
    }

    assertThat(sums(of(requests, ROOMY))).isEqualTo(expected);
  }

  @Property
  void limitsKeepTotals(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes,
      @ForAll @IntRange(min = 1, max = 5) int maxDepth) {
    ProfileLimits limits = new ProfileLimits(maxNodes, maxDepth, 1, 1);
    CallTreeAccumulator added = of(requests, limits);
    CallTreeAccumulator merged = new CallTreeAccumulator(limits);
    int half = requests.size() / 2;
    merged.merge(of(requests.subList(half, requests.size()), ROOMY));
    merged.merge(of(requests.subList(0, half), limits));

    for (CallTreeAccumulator tree : List.of(added, merged)) {
      long[] inclusive = tree.inclusiveNanos();
      long roots = 0;
      long spans = 0;
      int named = 0;
      for (int node = 0; node < tree.size(); node++) {
        roots += tree.parent(node) < 0 ? inclusive[node] : 0;
        spans += tree.spans(node);
        boolean other = tree.step(node).equals(PathStep.OTHER);
        named += other ? 0 : 1;
        assertThat(depth(tree, node)).isLessThanOrEqualTo(other ? maxDepth + 1 : maxDepth);
        assertThat(tree.traces(node)).isLessThanOrEqualTo(requests.size());
      }
      assertThat(named).isLessThanOrEqualTo(maxNodes);
      assertThat(roots)
          .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
      assertThat(spans).isEqualTo(requests.stream().mapToLong(RequestAnalysis::spanCount).sum());
    }
  }

  @Property
  void aNodeIsItsOwnTimeAndItsChildren(@ForAll("requests") List<RequestAnalysis> requests) {
    CallTreeAccumulator tree = of(requests, new ProfileLimits(5, 3, 1, 1));
    long[] inclusive = tree.inclusiveNanos();
    long[] expected = new long[tree.size()];
    for (int node = 0; node < tree.size(); node++) {
      expected[node] += tree.exclusiveNanos(node);
      if (tree.parent(node) >= 0) {
        expected[tree.parent(node)] += inclusive[node];
      }
    }

    assertThat(inclusive).isEqualTo(expected);
  }

  @Test
  void aRequestCountsOnceInOtherHoweverManyOfItsPathsFoldThere() {
    CallTreeAccumulator tree = new CallTreeAccumulator(new ProfileLimits(1, 10, 1, 1));
    FoldScratch scratch = new FoldScratch();
    CallingContextTree request =
        request(1)
            .call("front", 5)
            .below(0, "cart", 3)
            .below(0, "db", 4)
            .below(2, "disk", 2)
            .tree();
    tree.add(request, scratch);
    tree.add(request, scratch);

    assertThat(tree.size()).isEqualTo(2);
    assertThat(tree.step(1)).isEqualTo(PathStep.OTHER);
    assertThat(tree.traces(1)).isEqualTo(2);
    assertThat(tree.spans(1)).isEqualTo(6);
    assertThat(tree.exclusiveNanos(1)).isEqualTo(18);
    assertThat(tree.exclusive(1).quantile(0.5)).isEqualTo(9);
  }

  @Test
  void aFrameNamedLikeTheRestIsPartOfIt() {
    CallTreeAccumulator tree = new CallTreeAccumulator(ROOMY);
    tree.add(
        request(1).call("front", 5).below(0, PathStep.OTHER, 3).below(1, "db", 4).tree(),
        new FoldScratch());

    assertThat(tree.size()).isEqualTo(2);
    assertThat(tree.exclusiveNanos(1)).isEqualTo(7);
  }

  @Test
  void aChainOfAHundredThousandCallsFoldsBelowItsDepth() {
    CallingContextTree chain = new CallingContextTree();
    int node = -1;
    for (int i = 0; i < 100_000; i++) {
      node = chain.child(node, step("s"));
      chain.addExclusive(node, 1);
    }
    CallTreeAccumulator tree = new CallTreeAccumulator(new ProfileLimits(1000, 64, 1, 1));
    tree.add(chain, new FoldScratch());

    assertThat(tree.size()).isEqualTo(65);
    assertThat(tree.inclusiveNanos()[0]).isEqualTo(100_000);
    assertThat(tree.exclusiveNanos(64)).isEqualTo(100_000 - 64);
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static CallTreeAccumulator of(List<RequestAnalysis> requests, ProfileLimits limits) {
    CallTreeAccumulator tree = new CallTreeAccumulator(limits);
    FoldScratch scratch = new FoldScratch();
    requests.forEach(request -> tree.add(request.criticalPath(), scratch));
    return tree;
  }

  private static Map<List<PathStep>, Sums> sums(CallTreeAccumulator tree) {
    long[] inclusive = tree.inclusiveNanos();
    Map<List<PathStep>, Sums> sums = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      List<PathStep> path = new ArrayList<>();
      for (int at = node; at >= 0; at = tree.parent(at)) {
        path.add(tree.step(at));
      }
      sums.put(
          path,
          new Sums(
              tree.traces(node), tree.spans(node), tree.exclusiveNanos(node), inclusive[node]));
    }
    assertThat(sums).hasSize(tree.size());
    return sums;
  }

  private static List<PathStep> path(CallingContextTree tree, int node) {
    List<PathStep> path = new ArrayList<>();
    for (int at = node; at >= 0; at = tree.parent(at)) {
      path.add(tree.step(at));
    }
    return path;
  }

  private static int depth(CallTreeAccumulator tree, int node) {
    int depth = 0;
    for (int at = node; at >= 0; at = tree.parent(at)) {
      depth++;
    }
    return depth;
  }
}
