package io.tracemill.analysis.stack;

import java.util.Arrays;

/**
 * Counts the samples that a profiler did not take, on one host (LongTale section 4.3.1). A gap of
 * up to 20 periods on a CPU is filled with copies of the sample that follows it; samples in a
 * longer gap count as lost. Samples of a CPU must come in the order of their times.
 */
public final class VirtualSamples {
  private static final double MAX_FILLED = 20;
  private static final double MIN_GAP = 1.5;
  private static final int MAX_CPUS = 4096;

  private long[] last = new long[8];
  private long virtual;
  private long lost;

  /** How often a sample of a CPU counts, itself included. */
  public int copies(int cpu, long timeNanos, long periodNanos) {
    if (cpu < 0 || cpu >= MAX_CPUS) {
      return 1;
    }
    if (cpu >= last.length) {
      last = Arrays.copyOf(last, Math.max(cpu + 1, 2 * last.length));
    }
    double gap = last[cpu] == 0 ? 1 : (double) (timeNanos - last[cpu]) / periodNanos;
    last[cpu] = timeNanos;
    if (gap > MAX_FILLED) {
      lost += Math.round(gap) - 1;
    }
    int copies = gap >= MIN_GAP && gap <= MAX_FILLED ? (int) Math.round(gap) : 1;
    virtual += copies - 1;
    return copies;
  }

  /** Samples added so far. */
  public long virtual() {
    return virtual;
  }

  /** Samples missed so far. */
  public long lost() {
    return lost;
  }
}
