package io.tracemill.connectors.json;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.profile.EndpointProfile.Node;
import io.tracemill.analysis.profile.EndpointProfile.TreeNode;
import io.tracemill.connectors.json.TreeJson.Counted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Cuts call trees that are too deep or too large. Below each node that lost descendants, one {@code
 * (other)} node replaces them, so the sum of exclusive times stays the same.
 *
 * <p>Kept nodes come first, in their order, then the {@code (other)} nodes. An existing {@code
 * (other)} node is merged with the new one of its parent. It is neither recursive nor quadratic,
 * because the sender chooses depth and breadth.
 */
public final class TreeCut {
  private static final int NONE = -1;

  private TreeCut() {}

  /**
   * Cuts {@code tree} to its first {@code maxDepth} levels and to {@code maxNodes} nodes besides
   * {@code (other)}. It keeps the nodes with the largest inclusive times; among equal ones, the
   * first. Returns the same list if there is nothing to cut.
   */
  public static List<? extends TreeNode> of(
      List<? extends TreeNode> tree, Counted counted, int maxDepth, int maxNodes) {
    int[] depths = depths(tree);
    if (tree.size() <= maxNodes && !isTooDeep(tree, depths, maxDepth)) {
      return tree;
    }
    boolean[] kept = costliest(tree, maxNodes);
    for (int node = 0; node < kept.length; node++) {
      int parent = tree.get(node).parent();
      kept[node] &=
          depths[node] <= maxDepth && !isOther(tree.get(node)) && (parent == NONE || kept[parent]);
    }
    return folded(tree, counted, kept);
  }

  private static int[] depths(List<? extends TreeNode> tree) {
    int[] depths = new int[tree.size()];
    for (int node = 0; node < depths.length; node++) {
      int parent = tree.get(node).parent();
      depths[node] = parent == NONE ? 1 : depths[parent] + 1;
    }
    return depths;
  }

  private static boolean isTooDeep(List<? extends TreeNode> tree, int[] depths, int maxDepth) {
    // An (other) node just below the last level would be folded into itself.
    return IntStream.range(0, depths.length)
        .anyMatch(
            node ->
                depths[node] > maxDepth
                    && (depths[node] > maxDepth + 1 || !isOther(tree.get(node))));
  }

  private static boolean isOther(TreeNode node) {
    return node.step().equals(PathStep.OTHER);
  }

  private static boolean[] costliest(List<? extends TreeNode> tree, int maxNodes) {
    boolean[] kept = new boolean[tree.size()];
    if (tree.size() <= maxNodes) {
      Arrays.fill(kept, true);
      return kept;
    }
    long[] sorted = tree.stream().mapToLong(TreeNode::inclusiveNanos).sorted().toArray();
    long least = sorted[sorted.length - maxNodes];
    long equal = maxNodes - Arrays.stream(sorted).filter(nanos -> nanos > least).count();
    for (int node = 0; node < kept.length; node++) {
      long nanos = tree.get(node).inclusiveNanos();
      kept[node] = nanos > least || (nanos == least && equal-- > 0);
    }
    return kept;
  }

  private static List<TreeNode> folded(
      List<? extends TreeNode> tree, Counted counted, boolean[] kept) {
    List<TreeNode> folded = new ArrayList<>();
    // By node: its new position, or that of the node below which it is folded.
    int[] place = new int[kept.length];
    for (int node = 0; node < kept.length; node++) {
      int parent = tree.get(node).parent();
      int above = parent == NONE ? NONE : place[parent];
      place[node] = kept[node] ? folded.size() : above;
      if (kept[node]) {
        folded.add(below(above, tree.get(node)));
      }
    }
    Map<Integer, Integer> others = new HashMap<>();
    for (int node = 0; node < kept.length; node++) {
      if (!kept[node]) {
        Integer other = others.putIfAbsent(place[node], folded.size());
        if (other == null) {
          folded.add(other(place[node], tree.get(node)));
        } else {
          folded.set(other, sum(folded.get(other), tree.get(node), counted));
        }
      }
    }
    return folded;
  }

  private static TreeNode below(int parent, TreeNode node) {
    return with(parent, node.step(), node.inclusiveNanos(), node);
  }

  private static TreeNode other(int parent, TreeNode only) {
    return with(parent, PathStep.OTHER, only.exclusiveNanos(), only);
  }

  private static TreeNode with(int parent, PathStep step, long inclusiveNanos, TreeNode node) {
    return node.percentiles().isEmpty()
        ? new ClassNode(parent, step, node.traces(), inclusiveNanos, node.exclusiveNanos())
        : new Node(
            parent,
            step,
            node.traces(),
            inclusiveNanos,
            node.exclusiveNanos(),
            node.percentiles().get());
  }

  /** Percentiles are omitted: they do not add up. */
  private static TreeNode sum(TreeNode other, TreeNode more, Counted counted) {
    long nanos = other.exclusiveNanos() + more.exclusiveNanos();
    long count = counted.plus(other.traces(), more.traces());
    return new ClassNode(other.parent(), PathStep.OTHER, count, nanos, nanos);
  }
}
