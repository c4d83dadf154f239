package io.tracemill.connectors.output;

import static io.tracemill.connectors.output.Samples.add;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TreeFoldTest {
  private static final int FIRST = 0;

  @Property
  void foldingKeepsTotals(
      @ForAll("trees") CallTree tree,
      @ForAll @IntRange(min = 1, max = 8) int maxDepth,
      @ForAll @IntRange(max = 5000) int maxBytes) {
    CallTree folded = TreeFold.toBytes(TreeFold.toDepth(tree, maxDepth), maxBytes);

    assertThat(exclusiveSum(folded)).isEqualTo(exclusiveSum(tree));
    assertThat(countSum(folded)).isEqualTo(countSum(tree));
    assertThat(folded.inclusiveNanos(FIRST)).isEqualTo(tree.inclusiveNanos(FIRST));
  }

  @Property
  void aFoldedTreeIsStillATree(
      @ForAll("trees") CallTree tree,
      @ForAll @IntRange(min = 1, max = 8) int maxDepth,
      @ForAll @IntRange(max = 5000) int maxBytes) {
    CallTree folded = TreeFold.toBytes(TreeFold.toDepth(tree, maxDepth), maxBytes);

    long[] inclusive = new long[folded.size()];
    Set<String> siblings = new HashSet<>();
    for (int node = folded.size() - 1; node >= 0; node--) {
      int parent = folded.parent(node);
      assertThat(parent).isBetween(node == 0 ? -1 : 0, node - 1);
      inclusive[node] += folded.exclusiveNanos(node);
      assertThat(folded.inclusiveNanos(node)).isEqualTo(inclusive[node]);
      assertThat(siblings.add(parent + " " + folded.step(node).hashCode())).isTrue();
      if (parent >= 0) {
        inclusive[parent] += inclusive[node];
      }
    }
  }

  @Property
  void aFoldedTreeFitsUnlessEvenTheFirstNodeDoesNot(
      @ForAll("trees") CallTree tree, @ForAll @IntRange(max = 5000) int maxBytes) {
    long least = TreeJson.bytes(tree, FIRST) + TreeJson.OTHER_BYTES;
    CallTree folded = TreeFold.toBytes(tree, maxBytes);

    assertThat(written(folded)).isLessThanOrEqualTo(Math.max(least, maxBytes) + "[]".length());
  }

  @Property
  void theEstimateIsAnUpperBound(@ForAll("trees") CallTree tree) {
    assertThat(written(tree)).isLessThanOrEqualTo(TreeJson.bytes(tree) + "[]".length());
    assertThat(TreeJson.bytes(tree)).isLessThanOrEqualTo(TreeJson.roughBytes(tree));
  }

  @Property
  void noNodeIsDeeperThanOneBelowTheLimit(
      @ForAll("trees") CallTree tree, @ForAll @IntRange(min = 1, max = 8) int maxDepth) {
    CallTree folded = TreeFold.toDepth(tree, maxDepth);

    int[] depth = new int[folded.size()];
    for (int node = 0; node < depth.length; node++) {
      depth[node] = node == 0 ? 1 : depth[folded.parent(node)] + 1;
      boolean other = folded.step(node).equals(PathStep.OTHER);
      assertThat(depth[node]).isLessThanOrEqualTo(other ? maxDepth + 1 : maxDepth);
    }
  }

  @Property
  void whatFitsStaysAsItIs(@ForAll("trees") CallTree tree) {
    assertThat(TreeFold.toDepth(tree, tree.size())).isSameAs(tree);
    assertThat(TreeFold.toBytes(tree, TreeJson.bytes(tree))).isSameAs(tree);
  }

  @Property
  void foldingToTheSameDepthAgainChangesNothing(
      @ForAll("trees") CallTree tree, @ForAll @IntRange(min = 1, max = 8) int maxDepth) {
    CallTree folded = TreeFold.toDepth(tree, maxDepth);

    assertThat(TreeFold.toDepth(folded, maxDepth)).isSameAs(folded);
  }

  @Test
  void theCostliestCallPathsAreKept() {
    CallTree tree = new CallTree.OfRequest(Samples.fan(1000));
    CallTree folded = TreeFold.toBytes(tree, 100 * TreeJson.bytes(tree, 999));

    int other = folded.size() - 1;
    assertThat(folded.step(other)).isEqualTo(PathStep.OTHER);
    assertThat(folded.step(other - 1).frame().operation()).isEqualTo("operation 999");
    assertThat(folded.exclusiveNanos(1)).isEqualTo(1000 - (other - 1));
    assertThat(other).isBetween(90, 100);
  }

  @Test
  void anOtherThatWasThereIsOneWithTheNewOne() {
    CallingContextTree source = new CallingContextTree();
    add(source, -1, PathStep.of(Frame.of("a", "x")), 1);
    add(source, 0, PathStep.OTHER, 10);
    int child = add(source, 0, PathStep.of(Frame.of("b", "y")), 100);
    add(source, child, PathStep.of(Frame.of("c", "z")), 1000);
    source.sumInclusive();

    CallTree folded = TreeFold.toDepth(new CallTree.OfRequest(source), 1);

    assertThat(folded.size()).isEqualTo(2);
    assertThat(folded.exclusiveNanos(1)).isEqualTo(1110);
    assertThat(folded.count(1)).isEqualTo(3);
  }

  @Test
  void requestsOfFoldedCallPathsAreNotAddedUpAsOneCanHaveSeveral() {
    CallTree tree =
        new CallTree.OfRequests(Samples.profile(Frame.of("a", "x"), Samples.fan(9), 0).tree());
    CallTree folded = TreeFold.toBytes(tree, 0);

    assertThat(folded.size()).isEqualTo(2);
    assertThat(folded.count(1)).isEqualTo(1);
    assertThat(folded.exclusive(1)).isEmpty();
    assertThat(folded.exclusive(0)).isEqualTo(Optional.of(new Percentiles(1, 2, Long.MAX_VALUE)));
  }

  @Test
  @Timeout(5)
  void depthAndBreadthAreTheSendersToChoose() {
    CallTree deep = new CallTree.OfRequest(Samples.chain(100_000));
    CallTree wide = new CallTree.OfRequest(Samples.fan(100_000));

    assertThat(written(TreeFold.toBytes(deep, 900_000))).isBetween(800_000L, 900_002L);
    assertThat(written(TreeFold.toBytes(wide, 900_000))).isBetween(800_000L, 900_002L);
    assertThat(TreeFold.toDepth(deep, 64).size()).isEqualTo(65);
  }

  @Provide
  Arbitrary<CallTree> trees() {
    return Samples.trees().map(CallTree.OfRequest::new);
  }

  /** Behind two gateways, an endpoint's call paths begin with either. */
  @Test
  void everyNodeWithoutAParentIsKept() {
    List<EndpointProfile.ClassNode> nodes = new ArrayList<>();
    for (int gateway = 0; gateway < 2; gateway++) {
      PathStep step = PathStep.of(Frame.of("gateway " + gateway, "op"));
      nodes.add(new EndpointProfile.ClassNode(-1, step, 1, 60, 10));
    }
    for (int call = 0; call < 50; call++) {
      PathStep step = PathStep.of(Frame.of("service", "call " + call));
      nodes.add(new EndpointProfile.ClassNode(call % 2, step, 1, 2, 2));
    }
    CallTree folded = TreeFold.toBytes(new CallTree.OfRequests(nodes), 1000);

    assertThat(folded.size()).isLessThan(nodes.size());
    assertThat(folded.parent(0)).isEqualTo(-1);
    assertThat(folded.parent(1)).isEqualTo(-1);
    assertThat(exclusiveSum(folded)).isEqualTo(120);
    assertThat(folded.inclusiveNanos(0) + folded.inclusiveNanos(1)).isEqualTo(120);
  }

  private static long written(CallTree tree) {
    return new JsonBuffer().measure(json -> TreeJson.write(json, tree));
  }

  private static long exclusiveSum(CallTree tree) {
    return IntStream.range(0, tree.size()).mapToLong(tree::exclusiveNanos).sum();
  }

  private static long countSum(CallTree tree) {
    return IntStream.range(0, tree.size()).mapToLong(tree::count).sum();
  }
}
