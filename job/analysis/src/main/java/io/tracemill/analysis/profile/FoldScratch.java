package io.tracemill.analysis.profile;

import java.util.Arrays;

/**
 * Working memory for adding one request's tree to a {@link CallTreeAccumulator}. It is reused
 * between requests, so adding allocates nothing.
 *
 * <p>Several call paths of one request can fall into the same {@code (other)} node. Their time is
 * first summed here, so that the node counts the request once.
 */
final class FoldScratch {
  private static final long UNTOUCHED = -1;

  private int[] nodes = new int[16];
  private long[] pendingNanos = {};
  private int[] touched = new int[4];
  private int touchedCount;

  /** Space for the accumulator's node of each node of a request; it contains old values. */
  int[] nodes(int size) {
    if (nodes.length < size) {
      nodes = new int[Math.max(size, 2 * nodes.length)];
    }
    return nodes;
  }

  /** Adds {@code nanos} to the sum of {@code node}. */
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

  /** The number of nodes with a sum. */
  int deferredCount() {
    return touchedCount;
  }

  /** The {@code i}-th node with a sum. */
  int deferredNode(int i) {
    return touched[i];
  }

  /** The sum of the {@code i}-th of these nodes. */
  long deferredNanos(int i) {
    return pendingNanos[touched[i]];
  }

  /** Clears the sums. */
  void clear() {
    for (int i = 0; i < touchedCount; i++) {
      pendingNanos[touched[i]] = UNTOUCHED;
    }
    touchedCount = 0;
  }
}
