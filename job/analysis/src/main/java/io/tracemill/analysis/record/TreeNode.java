package io.tracemill.analysis.record;

import java.util.List;

/** A node of a flat tree, in which a parent precedes its children. */
public interface TreeNode {
  /** Index of the parent; -1 without one. */
  int parent();

  /** By node: its level, 1 for a node without parent. */
  static int[] depths(List<? extends TreeNode> tree) {
    int[] depths = new int[tree.size()];
    for (int node = 0; node < depths.length; node++) {
      int parent = tree.get(node).parent();
      depths[node] = parent < 0 ? 1 : depths[parent] + 1;
    }
    return depths;
  }
}
