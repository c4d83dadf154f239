package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;

/**
 * The critical calling context tree of one request: a compact, immutable copy of a {@link
 * CallingContextTree}. Nodes are numbered from 0, a parent before its children.
 */
public final class PathTimes {
  private final int[] parent;
  private final PathStep[] step;
  private final long[] exclusiveNanos;

  PathTimes(int[] parent, PathStep[] step, long[] exclusiveNanos) {
    this.parent = parent;
    this.step = step;
    this.exclusiveNanos = exclusiveNanos;
  }

  /** A copy of {@code tree}. */
  public static PathTimes copyOf(CallingContextTree tree) {
    int size = tree.size();
    PathTimes copy = new PathTimes(new int[size], new PathStep[size], new long[size]);
    for (int node = 0; node < size; node++) {
      copy.parent[node] = tree.parent(node);
      copy.step[node] = tree.step(node);
      copy.exclusiveNanos[node] = tree.exclusiveNanos(node);
    }
    return copy;
  }

  /** The number of nodes. */
  public int size() {
    return parent.length;
  }

  /** The parent, which has a smaller number; -1 for the first node. */
  public int parent(int node) {
    return parent[node];
  }

  public PathStep step(int node) {
    return step[node];
  }

  /** The node's own time on the critical path, nanoseconds. */
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }
}
