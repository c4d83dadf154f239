package io.tracemill.analysis.sums;

import static io.tracemill.analysis.request.TestRequest.request;
import static io.tracemill.analysis.request.TestRequest.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.request.TestRequest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CallTreeSumsTest {
  private static final DurationScale SCALE = new DurationScale(1_000_000);
  private static final SumRules ROOMY = new SumRules(1000, 1000, 1000, SCALE);

  @Property
  void treesAreReadAsTheyWereWrittenWhateverLimitsHide(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes,
      @ForAll @IntRange(min = 1, max = 6) int otherMaxNodes)
      throws IOException {
    CallTreeSums narrow = new CallTreeSums(new SumRules(maxNodes, 3, 1, SCALE));
    requests.forEach(request -> narrow.merge(of(List.of(request), ROOMY)));
    SumRules others = new SumRules(otherMaxNodes, 2, 1, SCALE);

    CallTreeSums same = read(bytes(narrow), ROOMY);
    assertThat(SlowSums.of(same)).isEqualTo(SlowSums.of(narrow));
    assertThat(same.frameTraces()).isEqualTo(narrow.frameTraces());
    assertThat(bytes(same)).isEqualTo(bytes(narrow));
    CallTreeSums other = read(bytes(narrow), others);
    assertThat(bytes(read(bytes(other), others))).isEqualTo(bytes(other));
    assertThat(other.frameTraces().values()).allMatch(count -> count <= requests.size());
  }

  private static byte[] bytes(CallTreeSums tree) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    tree.write(new DataOutputStream(bytes), new RequestTables());
    return bytes.toByteArray();
  }

  private static CallTreeSums read(byte[] bytes, SumRules rules) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    CallTreeSums tree = new CallTreeSums(rules);
    tree.mergeFrom(in, new RequestTables());
    assertThat(in.available()).isZero();
    return tree;
  }

  @Property
  void limitsKeepTotals(
      @ForAll("requests") List<RequestAnalysis> requests,
      @ForAll @IntRange(min = 1, max = 6) int maxNodes,
      @ForAll @IntRange(min = 1, max = 5) int maxDepth) {
    SumRules limits = new SumRules(maxNodes, maxDepth, 1, SCALE);
    CallTreeSums added = of(requests, limits);
    CallTreeSums merged = new CallTreeSums(limits);
    int half = requests.size() / 2;
    merged.merge(of(requests.subList(half, requests.size()), ROOMY));
    merged.merge(of(requests.subList(0, half), limits));

    for (CallTreeSums tree : List.of(added, merged)) {
      long[] inclusive = tree.inclusiveNanos();
      long roots = 0;
      int named = 0;
      for (int node = 0; node < tree.size(); node++) {
        roots += tree.parent(node) < 0 ? inclusive[node] : 0;
        boolean other = tree.step(node).equals(PathStep.OTHER);
        named += other ? 0 : 1;
        assertThat(depth(tree, node)).isLessThanOrEqualTo(other ? maxDepth + 1 : maxDepth);
        assertThat(tree.traces(node)).isLessThanOrEqualTo(requests.size());
      }
      assertThat(named).isLessThanOrEqualTo(maxNodes);
      assertThat(roots)
          .isEqualTo(requests.stream().mapToLong(RequestAnalysis::durationNanos).sum());
    }
  }

  @Property
  void aNodeIsItsOwnTimeAndItsChildren(@ForAll("requests") List<RequestAnalysis> requests) {
    CallTreeSums tree = of(requests, new SumRules(5, 3, 1, SCALE));
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
    CallTreeSums tree = new CallTreeSums(new SumRules(1, 10, 1, SCALE));
    CallingContextTree request =
        request(1)
            .call("front", 5)
            .below(0, "cart", 3)
            .below(0, "db", 4)
            .below(2, "disk", 2)
            .tree();
    add(tree, request);
    add(tree, request);

    assertThat(tree.size()).isEqualTo(2);
    assertThat(tree.step(1)).isEqualTo(PathStep.OTHER);
    assertThat(tree.traces(1)).isEqualTo(2);
    assertThat(tree.exclusiveNanos(1)).isEqualTo(18);
  }

  @Test
  void aFrameNamedLikeTheRestIsPartOfIt() {
    CallTreeSums tree = new CallTreeSums(ROOMY);
    add(tree, request(1).call("front", 5).below(0, PathStep.OTHER, 3).below(1, "db", 4).tree());

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
    CallTreeSums tree = new CallTreeSums(new SumRules(1000, 64, 1, SCALE));
    add(tree, chain);

    assertThat(tree.size()).isEqualTo(65);
    assertThat(tree.inclusiveNanos()[0]).isEqualTo(100_000);
    assertThat(tree.exclusiveNanos(64)).isEqualTo(100_000 - 64);
  }

  @Provide
  Arbitrary<List<RequestAnalysis>> requests() {
    return TestRequest.any();
  }

  private static CallTreeSums of(List<RequestAnalysis> requests, SumRules limits) {
    CallTreeSums tree = new CallTreeSums(limits);
    requests.forEach(request -> add(tree, request.criticalPath()));
    return tree;
  }

  /** As {@link ShapeSums} does, without what it knows of the request before. */
  private static void add(CallTreeSums tree, CallingContextTree request) {
    tree.beginRequest();
    int[] nodes = new int[request.size()];
    for (int node = 0; node < nodes.length; node++) {
      int parent = request.parent(node);
      int above = parent < 0 ? CallPaths.NONE : nodes[parent];
      nodes[node] = tree.node(above, request.step(node));
      tree.add(nodes[node], request.exclusiveNanos(node));
    }
  }

  private static int depth(CallTreeSums tree, int node) {
    int depth = 0;
    for (int at = node; at >= 0; at = tree.parent(at)) {
      depth++;
    }
    return depth;
  }
}
