package io.tracemill.connectors.output;

import static io.tracemill.connectors.output.Samples.add;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.record.CallTreeCut;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.record.TraceRecord.Node;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CallTreeCutTest {
  private static final int ANY = Integer.MAX_VALUE;

  private static List<Node> cut(List<Node> tree, int maxDepth, int maxNodes) {
    return CallTreeCut.of(tree, maxDepth, maxNodes);
  }

  private static List<Node> nodes(CallingContextTree tree) {
    Frame endpoint = Frame.of("a", "x");
    return TraceRecord.of(Samples.request(RequestRole.ENTRY, endpoint, tree)).criticalPath();
  }

  @Property
  void cuttingKeepsTotals(
      @ForAll("trees") List<Node> tree,
      @ForAll @IntRange(min = 1, max = 8) int maxDepth,
      @ForAll @IntRange(min = 1, max = 50) int maxNodes) {
    List<Node> cut = cut(tree, maxDepth, maxNodes);

    assertThat(exclusiveSum(cut)).isEqualTo(exclusiveSum(tree));
    assertThat(cut.stream().mapToLong(Node::spans).sum())
        .isEqualTo(tree.stream().mapToLong(Node::spans).sum());
    assertThat(cut.get(0).inclusiveNanos()).isEqualTo(tree.get(0).inclusiveNanos());
  }

  @Property
  void whatIsLeftIsATreeWithinItsLimits(
      @ForAll("trees") List<Node> tree,
      @ForAll @IntRange(min = 1, max = 8) int maxDepth,
      @ForAll @IntRange(min = 1, max = 50) int maxNodes) {
    List<Node> cut = cut(tree, maxDepth, maxNodes);

    assertThat(cut.stream().filter(node -> !isOther(node))).hasSizeLessThanOrEqualTo(maxNodes);
    long[] inclusive = new long[cut.size()];
    Set<String> siblings = new HashSet<>();
    for (int i = cut.size() - 1; i >= 0; i--) {
      Node node = cut.get(i);
      assertThat(node.parent()).isBetween(i == 0 ? -1 : 0, i - 1);
      assertThat(depth(cut, i)).isLessThanOrEqualTo(isOther(node) ? maxDepth + 1 : maxDepth);
      inclusive[i] += node.exclusiveNanos();
      assertThat(node.inclusiveNanos()).isEqualTo(inclusive[i]);
      assertThat(siblings.add(node.parent() + " " + node.step().hashCode())).isTrue();
      if (node.parent() >= 0) {
        inclusive[node.parent()] += inclusive[i];
      }
    }
  }

  private static int depth(List<Node> tree, int node) {
    int depth = 1;
    for (int at = tree.get(node).parent(); at >= 0; at = tree.get(at).parent()) {
      depth++;
    }
    return depth;
  }

  @Property
  void whatIsWithinItsLimitsStaysAsItIs(
      @ForAll("trees") List<Node> tree, @ForAll @IntRange(min = 1, max = 8) int maxDepth) {
    List<Node> shallow = cut(tree, maxDepth, ANY);

    assertThat(cut(tree, tree.size(), tree.size())).isSameAs(tree);
    assertThat(cut(shallow, maxDepth, shallow.size())).isSameAs(shallow);
  }

  @Test
  void theCostliestCallPathsAreKept() {
    List<Node> cut = cut(nodes(Samples.fan(1000)), ANY, 100);

    assertThat(cut).hasSize(101);
    assertThat(cut.get(99).step().frame().operation()).isEqualTo("operation 999");
    assertThat(cut.get(1).step().frame().operation()).isEqualTo("operation 901");
    assertThat(cut.get(100).step()).isEqualTo(PathStep.OTHER);
  }

  @Test
  void anOtherThatWasThereIsOneWithTheNewOne() {
    CallingContextTree source = new CallingContextTree();
    add(source, -1, PathStep.of(Frame.of("a", "x")), 1);
    add(source, 0, PathStep.OTHER, 10);
    int child = add(source, 0, PathStep.of(Frame.of("b", "y")), 100);
    add(source, child, PathStep.of(Frame.of("c", "z")), 1000);
    source.sumInclusive();

    List<Node> cut = cut(nodes(source), 1, ANY);

    assertThat(cut).hasSize(2);
    assertThat(cut.get(1))
        .isEqualTo(new Node(0, "(other)", "(other)", Optional.empty(), 3, 1110, 1110));
  }

  @Test
  void requestsOfFoldedCallPathsAreNotAddedUpAsOneCanHaveSeveral() {
    List<EndpointProfile.Node> tree = Samples.profile(Frame.of("a", "x"), Samples.fan(9)).tree();
    List<EndpointProfile.Node> cut = CallTreeCut.of(tree, ANY, 1);

    assertThat(cut).hasSize(2);
    assertThat(cut.get(1).traces()).isEqualTo(1);
    assertThat(cut.get(1).exclusive()).isEmpty();
    assertThat(cut.get(0).exclusive()).isEqualTo(Optional.of(Samples.PERCENTILES));
  }

  @Test
  @Timeout(5)
  void depthAndBreadthAreTheSendersToChoose() {
    assertThat(cut(nodes(Samples.chain(100_000)), 64, ANY)).hasSize(65);
    assertThat(cut(nodes(Samples.chain(100_000)), ANY, 64)).hasSize(65);
    assertThat(cut(nodes(Samples.fan(100_000)), 64, 50_000)).hasSize(50_001);
  }

  /** Behind two gateways, an endpoint's call paths begin with either. */
  @Test
  void aTreeMayHaveSeveralRoots() {
    List<Node> nodes = new ArrayList<>();
    for (int gateway = 0; gateway < 3; gateway++) {
      nodes.add(node(-1, "gateway " + gateway, "op", 30 - 10 * gateway, 10));
    }
    nodes.add(node(0, "service", "a", 20, 20));
    nodes.add(node(1, "service", "b", 10, 10));

    assertThat(cut(nodes, ANY, 2))
        .extracting(Node::parent, Node::inclusiveNanos)
        .containsExactly(
            tuple(-1, 30L), tuple(-1, 20L), tuple(-1, 10L), tuple(0, 20L), tuple(1, 10L));
  }

  private static Node node(
      int parent, String service, String operation, long inclusive, long exclusive) {
    return new Node(parent, service, operation, Optional.empty(), 1, inclusive, exclusive);
  }

  private static boolean isOther(Node node) {
    return node.step().equals(PathStep.OTHER);
  }

  private static long exclusiveSum(List<Node> tree) {
    return tree.stream().mapToLong(Node::exclusiveNanos).sum();
  }

  @Provide
  Arbitrary<List<Node>> trees() {
    return Samples.trees().map(CallTreeCutTest::nodes);
  }
}
