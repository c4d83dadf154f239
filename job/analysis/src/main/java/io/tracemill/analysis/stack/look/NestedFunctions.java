package io.tracemill.analysis.stack.look;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Among functions that call each other, the culprit is the deepest with at least nine tenths of the
 * largest difference. Its callers and callees are not culprits.
 */
final class NestedFunctions {
  private static final double MOST = 0.9;

  private NestedFunctions() {}

  /**
   * One function of each nest.
   *
   * @param paths the functions of each stack, each once, the outermost first
   * @param passed functions that pass the test, those with the largest difference first
   * @param difference by function
   */
  static List<Integer> deepest(int[][] paths, List<Integer> passed, double[] difference) {
    List<Integer> culprits = new ArrayList<>();
    List<Integer> left = new ArrayList<>(passed);
    while (!left.isEmpty()) {
      int first = left.get(0);
      Set<Integer> nest = onOneStack(paths, first);
      int culprit =
          left.stream()
              .filter(function -> nest.contains(function))
              .filter(function -> difference[function] >= MOST * difference[first])
              .max(Comparator.comparingInt(function -> depth(paths, function)))
              .orElse(first);
      culprits.add(culprit);
      left.removeAll(onOneStack(paths, culprit));
    }
    return culprits;
  }

  /** The function with its callers and callees, however far. */
  private static Set<Integer> onOneStack(int[][] paths, int function) {
    Set<Integer> nest = new HashSet<>();
    for (int[] path : paths) {
      if (place(path, function) >= 0) {
        for (int other : path) {
          nest.add(other);
        }
      }
    }
    return nest;
  }

  private static int depth(int[][] paths, int function) {
    int depth = 0;
    for (int[] path : paths) {
      depth = Math.max(depth, place(path, function));
    }
    return depth;
  }

  private static int place(int[] path, int function) {
    for (int i = 0; i < path.length; i++) {
      if (path[i] == function) {
        return i;
      }
    }
    return -1;
  }
}
