package io.tracemill.analysis.callingcontext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Two call trees side by side, aligned by call path (CRISP figure 12). All times are nanoseconds a
 * request, so cohorts of different sizes can be compared. A path that one tree lacks takes no time
 * there.
 *
 * @param before number of requests of the first tree
 * @param after number of requests of the second tree
 * @param nodes in preorder: a node, then its descendants
 */
public record TreeDifference(long before, long after, List<Node> nodes) {
  private static final int NONE = AlignedCallPaths.NONE;

  public TreeDifference {
    nodes = List.copyOf(nodes);
  }

  /**
   * A call path.
   *
   * @param parent index of the parent; -1 without one
   * @param added whether the first tree lacks it
   * @param own its own time
   * @param total its time with that of its descendants
   */
  public record Node(int parent, PathStep step, boolean added, Change own, Change total) {}

  /** Mean nanoseconds a request in both trees, each rounded. */
  public record Change(long beforeNanos, long afterNanos) {
    /** The added time; negative if time was saved. */
    public long deltaNanos() {
      return afterNanos - beforeNanos;
    }

    /** The change divided by the time before; empty if that was 0. */
    public OptionalDouble ratio() {
      return beforeNanos == 0
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) deltaNanos() / beforeNanos);
    }

    /** The change divided by the time of a whole request before; 0 if that was 0. */
    public double shareOf(Change request) {
      return request.beforeNanos == 0 ? 0 : (double) deltaNanos() / request.beforeNanos;
    }
  }

  /**
   * Aligns two trees. Time and memory are linear in their nodes.
   *
   * @param before requests of the first tree; 0 if it has no nodes
   * @param after requests of the second tree; 0 if it has no nodes
   */
  public static TreeDifference of(
      long before,
      List<? extends PathNode> beforeTree,
      long after,
      List<? extends PathNode> afterTree) {
    AlignedCallPaths paths = new AlignedCallPaths(beforeTree, afterTree);
    double[][] own = new double[paths.size()][];
    double[][] total = new double[paths.size()][];
    List<List<Integer>> children = new ArrayList<>();
    List<Integer> tops = new ArrayList<>();
    for (int path = 0; path < own.length; path++) {
      own[path] =
          new double[] {
            perRequest(paths.beforeNanos(path), before), perRequest(paths.afterNanos(path), after)
          };
      total[path] = own[path].clone();
      children.add(new ArrayList<>());
      if (paths.isCounted(path)) {
        (paths.parent(path) == NONE ? tops : children.get(paths.parent(path))).add(path);
      }
    }
    for (int path = own.length - 1; path >= 0; path--) {
      if (paths.parent(path) != NONE) {
        total[paths.parent(path)][0] += total[path][0];
        total[paths.parent(path)][1] += total[path][1];
      }
    }
    List<Node> nodes = new ArrayList<>();
    int[] position = new int[own.length];
    Deque<Integer> open = new ArrayDeque<>();
    push(tops, open);
    while (!open.isEmpty()) {
      int path = open.pop();
      int parent = paths.parent(path);
      position[path] = nodes.size();
      nodes.add(
          new Node(
              parent == NONE ? NONE : position[parent],
              paths.step(path),
              !paths.isBefore(path),
              change(own[path]),
              change(total[path])));
      push(children.get(path), open);
    }
    return new TreeDifference(before, after, nodes);
  }

  private static double perRequest(long nanos, long requests) {
    return requests == 0 ? 0 : (double) nanos / requests;
  }

  private static void push(List<Integer> siblings, Deque<Integer> open) {
    for (int i = siblings.size() - 1; i >= 0; i--) {
      open.push(siblings.get(i));
    }
  }

  private static Change change(double[] nanos) {
    return new Change(Math.round(nanos[0]), Math.round(nanos[1]));
  }

  /** The time of a whole request. */
  public Change request() {
    long beforeNanos = 0;
    long afterNanos = 0;
    for (Node node : nodes) {
      if (node.parent() == NONE) {
        beforeNanos += node.total().beforeNanos();
        afterNanos += node.total().afterNanos();
      }
    }
    return new Change(beforeNanos, afterNanos);
  }

  /** The steps from the root to a node. */
  public List<PathStep> path(Node node) {
    Deque<PathStep> path = new ArrayDeque<>();
    path.push(node.step());
    for (int above = node.parent(); above != NONE; above = nodes.get(above).parent()) {
      path.push(nodes.get(above).step());
    }
    return List.copyOf(path);
  }
}
