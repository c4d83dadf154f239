package io.tracemill.connectors.export;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.TreeDifference;
import java.util.ArrayList;
import java.util.List;

/**
 * A call tree as a flame graph. Its nodes are in preorder: the descendants of a node follow it and
 * have higher levels. A differential flame graph has a second set of figures.
 *
 * @param name what it shows
 * @param traces number of requests that it shows; of a differential graph, requests in the second
 *     set
 * @param isDifference whether it has a second set of figures
 * @param nodes in preorder
 */
public record FlameGraph(String name, long traces, boolean isDifference, List<Node> nodes) {
  public FlameGraph {
    requireNonNull(name, "name");
    nodes = List.copyOf(nodes);
  }

  /**
   * A call path.
   *
   * @param level 0 for a first step
   * @param label service and operation; for an edge, those of its client span
   * @param selfNanos its own time, nanoseconds
   * @param totalNanos its time with that of its descendants
   * @param baseSelfNanos its own time in the baseline; 0 without a baseline
   * @param baseTotalNanos its time in the baseline with that of its descendants
   */
  public record Node(
      int level,
      String label,
      long selfNanos,
      long totalNanos,
      long baseSelfNanos,
      long baseTotalNanos) {}

  /** The whole of {@code tree}; times are sums over its requests. */
  public static FlameGraph of(String name, long traces, List<? extends PathNode> tree) {
    // A count of one request keeps the sums unchanged.
    TreeDifference sums = TreeDifference.of(0, List.of(), 1, tree);
    return new FlameGraph(name, traces, false, nodes(sums));
  }

  /** Both sides of {@code difference}; times are nanoseconds a request. */
  public static FlameGraph of(String name, TreeDifference difference) {
    return new FlameGraph(name, difference.after(), true, nodes(difference));
  }

  private static List<Node> nodes(TreeDifference trees) {
    int[] level = new int[trees.nodes().size()];
    List<Node> nodes = new ArrayList<>(level.length);
    for (TreeDifference.Node node : trees.nodes()) {
      int here = nodes.size();
      level[here] = node.parent() < 0 ? 0 : level[node.parent()] + 1;
      nodes.add(
          new Node(
              level[here],
              node.step().frame().toString(),
              node.own().afterNanos(),
              node.total().afterNanos(),
              node.own().beforeNanos(),
              node.total().beforeNanos()));
    }
    return nodes;
  }
}
