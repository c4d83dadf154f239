package io.tracemill.pipeline.assemble;

import java.io.IOException;

/** Open-addressing map from 128-bit ids to numbers greater than 0, in one flat array of longs. */
final class TombstoneTable {
  /** The value of an id that is not there. */
  static final long ABSENT = 0;

  private static final int WIDTH = 3;

  private long[] entries = new long[64 * WIDTH];
  private int size;

  /** Enters an id; the larger of two values stays. */
  void put(long high, long low, long value) {
    int at = find(entries, high, low);
    if (entries[at + 2] == ABSENT) {
      entries[at] = high;
      entries[at + 1] = low;
      size++;
    }
    entries[at + 2] = Math.max(entries[at + 2], value);
    if (2 * size * WIDTH > entries.length) {
      grow();
    }
  }

  long get(long high, long low) {
    return entries[find(entries, high, low) + 2];
  }

  int size() {
    return size;
  }

  /** What is done with each entry. */
  @FunctionalInterface
  interface Visit {
    void entry(long high, long low, long value) throws IOException;
  }

  void forEach(Visit visit) throws IOException {
    for (int at = 0; at < entries.length; at += WIDTH) {
      if (entries[at + 2] != ABSENT) {
        visit.entry(entries[at], entries[at + 1], entries[at + 2]);
      }
    }
  }

  private void grow() {
    long[] larger = new long[2 * entries.length];
    for (int at = 0; at < entries.length; at += WIDTH) {
      if (entries[at + 2] != ABSENT) {
        System.arraycopy(entries, at, larger, find(larger, entries[at], entries[at + 1]), WIDTH);
      }
    }
    entries = larger;
  }

  private static int find(long[] entries, long high, long low) {
    int slots = entries.length / WIDTH;
    long mixed = (high ^ Long.rotateLeft(low, 32)) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & (slots - 1);
    while (entries[slot * WIDTH + 2] != ABSENT
        && (entries[slot * WIDTH] != high || entries[slot * WIDTH + 1] != low)) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot * WIDTH;
  }
}
