package io.tracemill.analysis.callingcontext;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The call paths of two trees, each with its own time in both, summed over the tree's requests.
 * Paths are numbered from 0, a parent before its children, those of the second tree first.
 *
 * <p>A path that only one tree names may be in the {@code (other)} node of the other tree, because
 * of a limit. Then both trees count it at {@code (other)}, so a limit does not look like a change.
 */
public final class AlignedCallPaths {
  /** The parent of a first step: a path without steps. */
  public static final int NONE = CallPaths.NONE;

  private final CallPaths paths = new CallPaths();
  private final BitSet inBefore = new BitSet();
  private final BitSet inAfter = new BitSet();
  private final long[] beforeNanos;
  private final long[] afterNanos;

  /** Aligns two trees. Time and memory are linear in their nodes. */
  public AlignedCallPaths(List<? extends PathNode> before, List<? extends PathNode> after) {
    int[] pathsAfter = number(after);
    int[] pathsBefore = number(before);
    beforeNanos = ownTimes(before, pathsBefore, pathsAfter, inBefore);
    afterNanos = ownTimes(after, pathsAfter, pathsBefore, inAfter);
  }

  /** The path of each node of a tree. */
  private int[] number(List<? extends PathNode> tree) {
    int[] numbered = new int[tree.size()];
    for (int i = 0; i < numbered.length; i++) {
      PathNode node = tree.get(i);
      int parent = node.parent() < 0 ? NONE : numbered[node.parent()];
      numbered[i] = paths.node(parent, node.step());
    }
    return numbered;
  }

  private long[] ownTimes(
      List<? extends PathNode> tree, int[] pathOf, int[] otherTree, BitSet counted) {
    BitSet others = new BitSet();
    for (int path : otherTree) {
      others.set(path);
    }
    long[] nanos = new long[paths.size()];
    int[] countedAt = new int[tree.size()];
    for (int i = 0; i < countedAt.length; i++) {
      int parent = tree.get(i).parent();
      countedAt[i] = countedAt(pathOf[i], parent < 0 ? NONE : countedAt[parent], others);
      counted.set(countedAt[i]);
      nanos[countedAt[i]] += tree.get(i).exclusiveNanos();
    }
    return nanos;
  }

  private int countedAt(int path, int above, BitSet others) {
    if (above != NONE && isOther(above)) {
      return above;
    }
    int hidden = paths.find(above, PathStep.OTHER);
    return hidden != NONE && others.get(hidden) && !others.get(path) ? hidden : path;
  }

  /** The number of paths. */
  public int size() {
    return paths.size();
  }

  /** The path without its last step, which has a smaller number; {@link #NONE} for a first step. */
  public int parent(int path) {
    return paths.parent(path);
  }

  /** Its last step. */
  public PathStep step(int path) {
    return paths.step(path);
  }

  /** Whether it holds paths beyond a limit. */
  public boolean isOther(int path) {
    return paths.isOther(path);
  }

  /** All its steps, the first one first. */
  public List<PathStep> steps(int path) {
    Deque<PathStep> steps = new ArrayDeque<>();
    for (int at = path; at != NONE; at = parent(at)) {
      steps.addFirst(step(at));
    }
    return List.copyOf(steps);
  }

  /** Whether the first tree has it. */
  boolean isBefore(int path) {
    return inBefore.get(path);
  }

  /** Whether a tree has it, and not only as a part of {@code (other)}. */
  boolean isCounted(int path) {
    return inBefore.get(path) || inAfter.get(path);
  }

  /** Its own time in the first tree. */
  public long beforeNanos(int path) {
    return beforeNanos[path];
  }

  /** Its own time in the second tree. */
  public long afterNanos(int path) {
    return afterNanos[path];
  }
}
