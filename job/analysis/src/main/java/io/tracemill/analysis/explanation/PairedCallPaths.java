package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.CallTreeAccumulator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call paths of a category in two cohorts, each with its own time in both; paths are numbered
 * from 0, a parent before its children.
 *
 * <p>A path that one tree names and the other does not may still be among those that a limit rolled
 * into the other's {@code (other)} node. It is counted at {@code (other)} in both then, so that a
 * limit is not mistaken for a change.
 */
final class PairedCallPaths {
  private static final int NONE = -1;

  private record Path(int parent, PathStep step) {}

  private final List<Path> paths = new ArrayList<>();
  private final Map<Path, Integer> numbers = new HashMap<>();
  private final long[] beforeNanos;
  private final long[] afterNanos;

  PairedCallPaths(CallTreeAccumulator before, CallTreeAccumulator after) {
    int[] pathsBefore = number(before);
    int[] pathsAfter = number(after);
    beforeNanos = ownTimes(before, pathsBefore, setOf(pathsAfter));
    afterNanos = ownTimes(after, pathsAfter, setOf(pathsBefore));
  }

  /** The path of each node of a tree. */
  private int[] number(CallTreeAccumulator tree) {
    int[] numbered = new int[tree.size()];
    for (int node = 0; node < numbered.length; node++) {
      int parent = tree.parent(node) < 0 ? NONE : numbered[tree.parent(node)];
      numbered[node] = number(new Path(parent, tree.step(node)));
    }
    return numbered;
  }

  private int number(Path path) {
    Integer known = numbers.putIfAbsent(path, paths.size());
    if (known != null) {
      return known;
    }
    paths.add(path);
    return paths.size() - 1;
  }

  private static BitSet setOf(int[] members) {
    BitSet set = new BitSet();
    for (int member : members) {
      set.set(member);
    }
    return set;
  }

  private long[] ownTimes(CallTreeAccumulator tree, int[] pathOf, BitSet otherTree) {
    long[] nanos = new long[paths.size()];
    int[] countedAt = new int[tree.size()];
    for (int node = 0; node < countedAt.length; node++) {
      int above = tree.parent(node) < 0 ? NONE : countedAt[tree.parent(node)];
      countedAt[node] = place(pathOf[node], above, otherTree);
      nanos[countedAt[node]] += tree.exclusiveNanos(node);
    }
    return nanos;
  }

  private int place(int path, int above, BitSet otherTree) {
    if (above != NONE && isOther(above)) {
      return above;
    }
    if (otherTree.get(path)) {
      return path;
    }
    Integer other = numbers.get(new Path(above, PathStep.OTHER));
    return other != null && otherTree.get(other) ? other : path;
  }

  int size() {
    return paths.size();
  }

  /** Whether it is what limits did not admit. */
  boolean isOther(int path) {
    return step(path).equals(PathStep.OTHER);
  }

  /** Its last step. */
  PathStep step(int path) {
    return paths.get(path).step();
  }

  /** All its steps, the first one first. */
  List<PathStep> steps(int path) {
    Deque<PathStep> steps = new ArrayDeque<>();
    for (int at = path; at != NONE; at = paths.get(at).parent()) {
      steps.addFirst(step(at));
    }
    return List.copyOf(steps);
  }

  /** Its own time, summed over the first cohort's requests. */
  long beforeNanos(int path) {
    return beforeNanos[path];
  }

  /** Its own time, summed over the second cohort's requests. */
  long afterNanos(int path) {
    return afterNanos[path];
  }
}
