package io.tracemill.analysis.record;

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
public final class CallTreeCut {
  private static final int NONE = -1;

  private CallTreeCut() {}

  /**
   * Cuts {@code tree} to its first {@code maxDepth} levels and to {@code maxNodes} nodes besides
   * {@code (other)}. It keeps the nodes with the largest inclusive times; among equal ones, the
   * first. Returns the same list if there is nothing to cut.
   */
  public static <N extends CallPath<N>> List<N> of(List<N> tree, int maxDepth, int maxNodes) {
    int[] depths = TreeNode.depths(tree);
    if (tree.size() <= maxNodes && !isTooDeep(tree, depths, maxDepth)) {
      return tree;
    }
    boolean[] kept = costliest(tree, maxNodes);
    for (int node = 0; node < kept.length; node++) {
      int parent = tree.get(node).parent();
      kept[node] &=
          depths[node] <= maxDepth
              && !tree.get(node).standsForOthers()
              && (parent == NONE || kept[parent]);
    }
    return folded(tree, kept);
  }

  private static <N extends CallPath<N>> boolean isTooDeep(
      List<N> tree, int[] depths, int maxDepth) {
    // An (other) node just below the last level would be folded into itself.
    return IntStream.range(0, depths.length)
        .anyMatch(
            node ->
                depths[node] > maxDepth
                    && (depths[node] > maxDepth + 1 || !tree.get(node).standsForOthers()));
  }

  private static <N extends CallPath<N>> boolean[] costliest(List<N> tree, int maxNodes) {
    boolean[] kept = new boolean[tree.size()];
    if (tree.size() <= maxNodes) {
      Arrays.fill(kept, true);
      return kept;
    }
    long[] sorted = tree.stream().mapToLong(CallPath::inclusiveNanos).sorted().toArray();
    long least = sorted[sorted.length - maxNodes];
    long equal = maxNodes - Arrays.stream(sorted).filter(nanos -> nanos > least).count();
    for (int node = 0; node < kept.length; node++) {
      long nanos = tree.get(node).inclusiveNanos();
      kept[node] = nanos > least || (nanos == least && equal-- > 0);
    }
    return kept;
  }

  private static <N extends CallPath<N>> List<N> folded(List<N> tree, boolean[] kept) {
    List<N> folded = new ArrayList<>();
    // By node: its new position, or that of the node below which it is folded.
    int[] place = new int[kept.length];
    for (int node = 0; node < kept.length; node++) {
      int parent = tree.get(node).parent();
      int above = parent == NONE ? NONE : place[parent];
      place[node] = kept[node] ? folded.size() : above;
      if (kept[node]) {
        folded.add(tree.get(node).below(above));
      }
    }
    Map<Integer, Integer> others = new HashMap<>();
    for (int node = 0; node < kept.length; node++) {
      if (!kept[node]) {
        Integer other = others.putIfAbsent(place[node], folded.size());
        if (other == null) {
          folded.add(tree.get(node).other(place[node]));
        } else {
          folded.set(other, folded.get(other).plus(tree.get(node)));
        }
      }
    }
    return folded;
  }
}
