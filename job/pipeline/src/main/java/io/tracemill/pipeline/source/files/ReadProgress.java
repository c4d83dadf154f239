package io.tracemill.pipeline.source.files;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The read progress of this process's files, for a progress bar beside an embedded Flink. One
 * analysis runs in a process at a time.
 */
public final class ReadProgress {
  private static final AtomicLong READ = new AtomicLong();
  private static final AtomicLong TOTAL = new AtomicLong();
  private static final AtomicLong UNSORTED = new AtomicLong();

  private ReadProgress() {}

  static void begin(long totalBytes) {
    READ.set(0);
    TOTAL.set(totalBytes);
  }

  static void reached(long bytes, long unsorted) {
    READ.set(bytes);
    UNSORTED.set(unsorted);
  }

  /** The number of units that were too far out of order to be sorted. */
  public static long unsorted() {
    return UNSORTED.get();
  }

  /** The part of all bytes that was read, from 0 to 1. */
  public static double share() {
    long total = TOTAL.get();
    return total == 0 ? 0 : Math.min(1.0, (double) READ.get() / total);
  }
}
