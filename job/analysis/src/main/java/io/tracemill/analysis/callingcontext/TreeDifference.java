package io.tracemill.analysis.callingcontext;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

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
  private static final int NONE = -1;

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
    Aligned aligned = new Aligned();
    aligned.add(afterTree, after, 1);
    aligned.add(beforeTree, before, 0);
    return new TreeDifference(before, after, aligned.nodes());
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

  /**
   * Paths of both trees, numbered in order of arrival; {@code own[0]} is before, {@code own[1]}
   * after.
   */
  private static final class Aligned {
    private record Path(int parent, PathStep step) {}

    private final Map<Path, Integer> numbers = new HashMap<>();
    private final List<Path> paths = new ArrayList<>();
    private final List<double[]> own = new ArrayList<>();
    private final Set<Integer> before = new HashSet<>();
    private final List<List<Integer>> children = new ArrayList<>();
    private final List<Integer> tops = new ArrayList<>();

    void add(List<? extends PathNode> tree, long requests, int side) {
      int[] numberOf = new int[tree.size()];
      for (int i = 0; i < numberOf.length; i++) {
        PathNode node = tree.get(i);
        int parent = node.parent() < 0 ? NONE : numberOf[node.parent()];
        numberOf[i] = number(new Path(parent, node.step()));
        own.get(numberOf[i])[side] += (double) node.exclusiveNanos() / requests;
        if (side == 0) {
          before.add(numberOf[i]);
        }
      }
    }

    private int number(Path path) {
      return numbers.computeIfAbsent(
          path,
          added -> {
            int number = paths.size();
            paths.add(added);
            own.add(new double[2]);
            children.add(new ArrayList<>());
            (added.parent() == NONE ? tops : children.get(added.parent())).add(number);
            return number;
          });
    }

    List<Node> nodes() {
      List<double[]> total = own.stream().map(double[]::clone).toList();
      for (int number = paths.size() - 1; number >= 0; number--) {
        int parent = paths.get(number).parent();
        if (parent != NONE) {
          total.get(parent)[0] += total.get(number)[0];
          total.get(parent)[1] += total.get(number)[1];
        }
      }
      List<Node> nodes = new ArrayList<>(paths.size());
      int[] position = new int[paths.size()];
      Deque<Integer> open = new ArrayDeque<>();
      push(tops, open);
      while (!open.isEmpty()) {
        int number = open.pop();
        Path path = paths.get(number);
        position[number] = nodes.size();
        nodes.add(
            new Node(
                path.parent() == NONE ? NONE : position[path.parent()],
                path.step(),
                !before.contains(number),
                change(own.get(number)),
                change(total.get(number))));
        push(children.get(number), open);
      }
      return nodes;
    }

    private static void push(List<Integer> siblings, Deque<Integer> open) {
      for (int i = siblings.size() - 1; i >= 0; i--) {
        open.push(siblings.get(i));
      }
    }

    private static Change change(double[] nanos) {
      return new Change(Math.round(nanos[0]), Math.round(nanos[1]));
    }
  }
}
