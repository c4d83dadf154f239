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
 * The call paths of a category in two cohorts, each with its own time in both, summed over the
 * cohort's requests; paths are numbered from 0, a parent before its children.
 *
 * <p>A path that only one tree names may be in the {@code (other)} node of the other tree, because
 * of a limit. Then both trees count it at {@code (other)}, so a limit does not look like a change.
 */
final class PairedCallPaths {
  /** The parent of a first step: a path without steps. */
  static final int NONE = -1;

  private record Path(int parent, PathStep step) {}

  private final List<Path> paths = new ArrayList<>();
  private final Map<Path, Integer> numbers = new HashMap<>();
  private final long[] beforeNanos;
  private final long[] afterNanos;

  PairedCallPaths(CallTreeAccumulator before, CallTreeAccumulator after) {
    int[] pathsBefore = number(before);
    int[] pathsAfter = number(after);
    beforeNanos = ownTimes(before, pathsBefore, pathsAfter);
    afterNanos = ownTimes(after, pathsAfter, pathsBefore);
  }

  /** The path of each node of a tree. */
  private int[] number(CallTreeAccumulator tree) {
    int[] numbered = new int[tree.size()];
    for (int node = 0; node < numbered.length; node++) {
      int parent = tree.parent(node) < 0 ? NONE : numbered[tree.parent(node)];
      Path path = new Path(parent, tree.step(node));
      numbered[node] = numbers.computeIfAbsent(path, unknown -> paths.size());
      if (numbered[node] == paths.size()) {
        paths.add(path);
      }
    }
    return numbered;
  }

  private long[] ownTimes(CallTreeAccumulator tree, int[] pathOf, int[] otherTree) {
    BitSet others = new BitSet();
    for (int path : otherTree) {
      others.set(path);
    }
    long[] nanos = new long[paths.size()];
    int[] countedAt = new int[tree.size()];
    for (int node = 0; node < countedAt.length; node++) {
      int above = tree.parent(node) < 0 ? NONE : countedAt[tree.parent(node)];
      countedAt[node] = countedAt(pathOf[node], above, others);
      nanos[countedAt[node]] += tree.exclusiveNanos(node);
    }
    return nanos;
  }

  private int countedAt(int path, int above, BitSet others) {
    if (above != NONE && isOther(above)) {
      return above;
    }
    int hidden = numbers.getOrDefault(new Path(above, PathStep.OTHER), NONE);
    return hidden != NONE && others.get(hidden) && !others.get(path) ? hidden : path;
  }

  int size() {
    return paths.size();
  }

  /** Whether it holds paths beyond a limit. */
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

  long beforeNanos(int path) {
    return beforeNanos[path];
  }

  long afterNanos(int path) {
    return afterNanos[path];
  }
}
