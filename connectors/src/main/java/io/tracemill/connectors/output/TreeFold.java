package io.tracemill.connectors.output;

import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Folds call trees that are too deep or too large to be written, with their totals kept (see {@link
 * FoldedTree}). Neither recursive nor quadratic: depth and breadth are the sender's to choose.
 */
final class TreeFold {
  private static final int NONE = -1;

  private TreeFold() {}

  /** {@code tree} without what lies below its first {@code maxDepth} levels. Linear in its size. */
  static CallTree toDepth(CallTree tree, int maxDepth) {
    if (tree.size() <= maxDepth) {
      return tree;
    }
    int[] depth = new int[tree.size()];
    boolean[] kept = new boolean[tree.size()];
    boolean tooDeep = false;
    for (int node = 0; node < depth.length; node++) {
      int parent = tree.parent(node);
      depth[node] = parent == NONE ? 1 : depth[parent] + 1;
      kept[node] = depth[node] <= maxDepth;
      // An (other) that already stands just below the last level would be folded into itself.
      tooDeep |= !kept[node] && !(depth[node] == maxDepth + 1 && FoldedTree.isOther(tree, node));
    }
    return tooDeep ? FoldedTree.of(tree, kept) : tree;
  }

  /**
   * {@code tree} with the nodes of the largest inclusive times that fit into {@code maxBytes} of
   * JSON together with the {@code (other)} nodes they need; of equal ones the earlier. O(n log n).
   */
  static CallTree toBytes(CallTree tree, long maxBytes) {
    return tree.size() < 2 || TreeJson.bytes(tree) <= maxBytes
        ? tree
        : FoldedTree.of(tree, new Selection(tree, maxBytes).select());
  }

  /** Grows from the nodes without a parent, always by the costliest call path that still fits. */
  private static final class Selection {
    private final CallTree tree;
    private final boolean[] kept;
    private final int[] firstChild;
    private final int[] nextSibling;

    /** By node: children that are not kept; while there are any, an (other) is paid for. */
    private final int[] missing;

    private final PriorityQueue<Integer> frontier;
    private long bytesLeft;

    Selection(CallTree tree, long maxBytes) {
      this.tree = tree;
      this.bytesLeft = maxBytes;
      kept = new boolean[tree.size()];
      firstChild = new int[tree.size()];
      nextSibling = new int[tree.size()];
      missing = new int[tree.size()];
      frontier =
          new PriorityQueue<>(
              Comparator.<Integer>comparingLong(tree::inclusiveNanos)
                  .reversed()
                  .thenComparing(Comparator.naturalOrder()));
      linkChildren();
    }

    private void linkChildren() {
      Arrays.fill(firstChild, NONE);
      for (int node = tree.size() - 1; node > 0; node--) {
        int parent = tree.parent(node);
        if (parent != NONE) {
          nextSibling[node] = firstChild[parent];
          firstChild[parent] = node;
          missing[parent]++;
        }
      }
    }

    boolean[] select() {
      for (int node = 0; node < kept.length; node++) {
        if (tree.parent(node) == NONE) {
          keep(node);
        }
      }
      while (!frontier.isEmpty()) {
        int node = frontier.remove();
        if (cost(node) <= bytesLeft) {
          keep(node);
        }
      }
      return kept;
    }

    /** What keeping it takes: itself, an (other) for its children, less that of its parent. */
    private long cost(int node) {
      long cost = TreeJson.bytes(tree, node);
      if (missing[node] > 0) {
        cost += TreeJson.OTHER_BYTES;
      }
      if (tree.parent(node) != NONE && missing[tree.parent(node)] == 1) {
        cost -= TreeJson.OTHER_BYTES;
      }
      return cost;
    }

    private void keep(int node) {
      bytesLeft -= cost(node);
      kept[node] = true;
      if (tree.parent(node) != NONE) {
        missing[tree.parent(node)]--;
      }
      for (int child = firstChild[node]; child != NONE; child = nextSibling[child]) {
        if (!FoldedTree.isOther(tree, child)) {
          frontier.add(child);
        }
      }
    }
  }
}
