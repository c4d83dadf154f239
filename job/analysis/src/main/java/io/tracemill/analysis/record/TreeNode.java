package io.tracemill.analysis.record;

import java.util.List;

/** A node of a flat call tree, in which a parent precedes its children. */
public interface TreeNode {
  /** Index of the parent; -1 without one. */
  int parent();

  /** The number of levels of a tree; 0 for an empty one. */
  static int depth(List<? extends TreeNode> tree) {
    int[] depths = new int[tree.size()];
    int deepest = 0;
    for (int node = 0; node < depths.length; node++) {
      int parent = tree.get(node).parent();
      depths[node] = parent < 0 ? 1 : depths[parent] + 1;
      deepest = Math.max(deepest, depths[node]);
    }
    return deepest;
  }
}
