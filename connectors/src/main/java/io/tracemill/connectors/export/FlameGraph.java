package io.tracemill.connectors.export;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.TreeNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A call tree as flame graphs show it: in preorder, so that the descendants of a node are the nodes
 * after it whose level is higher. With a second set of figures it is a differential one.
 *
 * @param name what it shows
 * @param traces requests that it shows; of the second set of figures if it has one
 * @param nodes in preorder
 */
public record FlameGraph(String name, long traces, List<Node> nodes) {
  public FlameGraph {
    requireNonNull(name, "name");
    nodes = List.copyOf(nodes);
  }

  /**
   * A call path.
   *
   * @param level 0 for a first step
   * @param label service and operation; an edge has that of its own client span
   * @param selfNanos its own time
   * @param totalNanos with its descendants
   * @param baseSelfNanos its own time in what it is compared with, 0 if with nothing
   * @param baseTotalNanos likewise, with its descendants
   */
  public record Node(
      int level,
      String label,
      long selfNanos,
      long totalNanos,
      long baseSelfNanos,
      long baseTotalNanos) {}

  /** The whole of {@code tree}; times are sums over its requests. */
  public static FlameGraph of(String name, long traces, List<? extends TreeNode> tree) {
    Merged merged = new Merged();
    merged.add(tree, 1, false);
    return new FlameGraph(name, traces, merged.nodes());
  }

  /**
   * How {@code tree} differs from {@code base}: all times are nanoseconds a request, so that
   * classes, windows and cohorts of different sizes can be compared. Either has at least one
   * request.
   */
  public static FlameGraph difference(
      String name,
      long traces,
      List<? extends TreeNode> tree,
      long baseTraces,
      List<? extends TreeNode> base) {
    Merged merged = new Merged();
    merged.add(tree, 1.0 / traces, false);
    merged.add(base, 1.0 / baseTraces, true);
    return new FlameGraph(name, traces, merged.nodes());
  }

  /** Whether it has a second set of figures. */
  public boolean isDifference() {
    return nodes.stream().anyMatch(node -> node.baseTotalNanos() > 0);
  }

  /** Two trees by call path. */
  private static final class Merged {
    private static final int NONE = -1;

    private record CallPath(int parent, PathStep step) {}

    private final Map<CallPath, Integer> numbers = new HashMap<>();
    private final List<CallPath> paths = new ArrayList<>();
    private final List<double[]> self = new ArrayList<>();
    private final List<List<Integer>> children = new ArrayList<>();
    private final List<Integer> tops = new ArrayList<>();

    void add(List<? extends TreeNode> tree, double scale, boolean base) {
      int[] numberOf = new int[tree.size()];
      for (int i = 0; i < numberOf.length; i++) {
        TreeNode node = tree.get(i);
        int parent = node.parent() < 0 ? NONE : numberOf[node.parent()];
        numberOf[i] = number(new CallPath(parent, node.step()));
        self.get(numberOf[i])[base ? 1 : 0] += scale * node.exclusiveNanos();
      }
    }

    private int number(CallPath path) {
      return numbers.computeIfAbsent(
          path,
          added -> {
            int number = paths.size();
            paths.add(added);
            self.add(new double[2]);
            children.add(new ArrayList<>());
            (added.parent() == NONE ? tops : children.get(added.parent())).add(number);
            return number;
          });
    }

    List<Node> nodes() {
      double[][] total = new double[paths.size()][];
      for (int number = paths.size() - 1; number >= 0; number--) {
        total[number] = self.get(number).clone();
        for (int child : children.get(number)) {
          total[number][0] += total[child][0];
          total[number][1] += total[child][1];
        }
      }
      List<Node> nodes = new ArrayList<>();
      int[] level = new int[paths.size()];
      Deque<Integer> open = new ArrayDeque<>(tops);
      while (!open.isEmpty()) {
        int number = open.pop();
        int parent = paths.get(number).parent();
        level[number] = parent == NONE ? 0 : level[parent] + 1;
        nodes.add(
            new Node(
                level[number],
                paths.get(number).step().frame().toString(),
                Math.round(self.get(number)[0]),
                Math.round(total[number][0]),
                Math.round(self.get(number)[1]),
                Math.round(total[number][1])));
        List<Integer> below = children.get(number);
        for (int i = below.size() - 1; i >= 0; i--) {
          open.push(below.get(i));
        }
      }
      return nodes;
    }
  }
}
