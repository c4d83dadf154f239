package io.tracemill.analysis.profile;

import java.util.Arrays;

/**
 * Working memory for adding one request's tree to a {@link CallTreeAccumulator}, kept from one
 * request to the next so that nothing is allocated.
 *
 * <p>Several call paths of one request can be counted at the same {@code (other)} node. Their time
 * is put together here first, so that the node sees the request once.
 */
final class FoldScratch {
  private static final long UNTOUCHED = -1;

  private int[] nodes = new int[16];
  private long[] pendingNanos = {};
  private int[] touched = new int[4];
  private int touchedCount;

  /** Room for the accumulator's node of each of a request's nodes; holds old values. */
  int[] nodes(int size) {
    if (nodes.length < size) {
      nodes = new int[Math.max(size, 2 * nodes.length)];
    }
    return nodes;
  }

  /** Puts {@code nanos} aside for {@code node}. */
  void defer(int node, long nanos) {
    if (node >= pendingNanos.length) {
      int size = pendingNanos.length;
      pendingNanos = Arrays.copyOf(pendingNanos, Math.max(node + 1, 2 * size));
      Arrays.fill(pendingNanos, size, pendingNanos.length, UNTOUCHED);
    }
    if (pendingNanos[node] == UNTOUCHED) {
      pendingNanos[node] = 0;
      if (touchedCount == touched.length) {
        touched = Arrays.copyOf(touched, 2 * touchedCount);
      }
      touched[touchedCount++] = node;
    }
    pendingNanos[node] += nanos;
  }

  /** How many nodes something was put aside for. */
  int deferredCount() {
    return touchedCount;
  }

  /** The {@code i}-th node that something was put aside for. */
  int deferredNode(int i) {
    return touched[i];
  }

  /** What was put aside for the {@code i}-th of these nodes. */
  long deferredNanos(int i) {
    return pendingNanos[touched[i]];
  }

  /** Forgets what was put aside. */
  void clear() {
    for (int i = 0; i < touchedCount; i++) {
      pendingNanos[touched[i]] = UNTOUCHED;
    }
    touchedCount = 0;
  }
}
