package io.tracemill.analysis.callingcontext;

import java.util.Arrays;

/**
 * The critical calling context tree (CCCT) of one request: its critical path's sections merged by
 * call path (CRISP section 5.1.1).
 *
 * <p>Nodes are numbered from 0, the request's first span, and a parent comes before its children.
 * Exclusive times add up to the request's duration. Filled and read in one thread, then reused.
 */
public final class CallingContextTree {
  private static final int NO_PARENT = -1;
  private static final int NO_SPAN = -1;

  /** A larger table is given back after the request that needed it. */
  private static final int MAX_KEPT_SLOTS = 1 << 12;

  private int size;
  private int[] parent = new int[16];
  private PathStep[] step = new PathStep[16];
  private int[] spans = new int[16];
  private int[] lastSpan = new int[16];
  private long[] exclusiveNanos = new long[16];
  private long[] inclusiveNanos = new long[16];

  /** Open addressing: node + 1 by (parent, step); 0 is free. */
  private int[] slots = new int[64];

  /** Forgets all nodes. */
  public void clear() {
    size = 0;
    if (slots.length > MAX_KEPT_SLOTS) {
      slots = new int[64];
    } else {
      Arrays.fill(slots, 0);
    }
  }

  /**
   * The node of {@code step} below {@code parent} (-1 for the first), made if it is not there yet.
   */
  public int child(int parent, PathStep step) {
    int mask = slots.length - 1;
    int slot = slotOf(parent, step, mask);
    while (slots[slot] != 0) {
      int node = slots[slot] - 1;
      if (this.parent[node] == parent && this.step[node].equals(step)) {
        return node;
      }
      slot = (slot + 1) & mask;
    }
    return add(parent, step, slot);
  }

  private int add(int parent, PathStep step, int slot) {
    if (size == this.parent.length) {
      grow();
    }
    int node = size++;
    this.parent[node] = parent;
    this.step[node] = step;
    spans[node] = 0;
    lastSpan[node] = NO_SPAN;
    exclusiveNanos[node] = 0;
    inclusiveNanos[node] = 0;
    slots[slot] = size;
    if (2 * size > slots.length) {
      rehash();
    }
    return node;
  }

  private void grow() {
    int capacity = 2 * parent.length;
    parent = Arrays.copyOf(parent, capacity);
    step = Arrays.copyOf(step, capacity);
    spans = Arrays.copyOf(spans, capacity);
    lastSpan = Arrays.copyOf(lastSpan, capacity);
    exclusiveNanos = Arrays.copyOf(exclusiveNanos, capacity);
    inclusiveNanos = Arrays.copyOf(inclusiveNanos, capacity);
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int node = 0; node < size; node++) {
      int slot = slotOf(parent[node], step[node], mask);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = node + 1;
    }
  }

  private static int slotOf(int parent, PathStep step, int mask) {
    long mixed = (((long) parent << 32) ^ step.hashCode()) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }

  /** Counts {@code span} at {@code node}, unless it was the last one counted there. */
  public void countSpan(int node, int span) {
    if (lastSpan[node] != span) {
      lastSpan[node] = span;
      spans[node]++;
    }
  }

  /** Adds to the time that is {@code node}'s own. */
  public void addExclusive(int node, long nanos) {
    exclusiveNanos[node] += nanos;
  }

  /** Computes inclusive times; to be called once, when all sections have been added. */
  public void sumInclusive() {
    System.arraycopy(exclusiveNanos, 0, inclusiveNanos, 0, size);
    for (int node = size - 1; node > 0; node--) {
      if (parent[node] != NO_PARENT) {
        inclusiveNanos[parent[node]] += inclusiveNanos[node];
      }
    }
  }

  /** How many nodes there are. */
  public int size() {
    return size;
  }

  /** The node above, which is smaller; -1 for the first. */
  public int parent(int node) {
    return parent[node];
  }

  public PathStep step(int node) {
    return step[node];
  }

  /** Spans of the request that stand on its critical path at this node. */
  public int spans(int node) {
    return spans[node];
  }

  /** Nanoseconds of the critical path that are this node's own. */
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  /** Nanoseconds of the critical path that are this node's or its descendants'. */
  public long inclusiveNanos(int node) {
    return inclusiveNanos[node];
  }
}
