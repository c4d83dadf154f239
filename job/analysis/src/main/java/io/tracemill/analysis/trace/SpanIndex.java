package io.tracemill.analysis.trace;

import java.util.Arrays;

/** Open-addressing map from span ids to positions. Reused from trace to trace. */
final class SpanIndex {
  /** The result of {@link #find} and {@link #putIfAbsent} if there is no entry. */
  static final int NONE = -1;

  private static final int MIN_SLOTS = 64;

  /** Position + 1; 0 is free. */
  private int[] slots = new int[MIN_SLOTS];

  private long[] keys = new long[MIN_SLOTS];
  private int mask = MIN_SLOTS - 1;

  /** Removes all entries and makes room for {@code entries}. */
  void reset(int entries) {
    int wanted = Math.max(MIN_SLOTS, Integer.highestOneBit(Math.max(1, entries)) * 4);
    if (wanted > slots.length || slots.length > 16 * wanted) {
      slots = new int[wanted];
      keys = new long[wanted];
    } else {
      Arrays.fill(slots, 0, wanted, 0);
    }
    mask = wanted - 1;
  }

  /** Returns the position of {@code id}; if it is absent, adds it and returns {@link #NONE}. */
  int putIfAbsent(long id, int position) {
    int slot = slotOf(id);
    int known = slots[slot] - 1;
    if (known == NONE) {
      slots[slot] = position + 1;
      keys[slot] = id;
    }
    return known;
  }

  /** Adds {@code id}, or replaces its position. */
  void put(long id, int position) {
    int slot = slotOf(id);
    slots[slot] = position + 1;
    keys[slot] = id;
  }

  int find(long id) {
    return slots[slotOf(id)] - 1;
  }

  /** The slot of {@code id}, or the free slot for it. */
  private int slotOf(long id) {
    long mixed = id * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (slots[slot] != 0 && keys[slot] != id) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
