package io.tracemill.analysis.sketch;

/**
 * Fixed classes of durations, so that sums and samples taken anywhere can be merged: stratum 0 is
 * the duration of zero, and stratum {@code 1 + i} reaches from {@code 2^(i/4)} nanoseconds, rounded
 * up, to {@code 2^((i+1)/4)}.
 */
public final class LatencyStrata {
  /** The number of strata: {@link #numberOf} is less than this. */
  public static final int COUNT = 1 + 4 * (Long.SIZE - 1);

  /** 2^63 times 2^(1/4), 2^(2/4) and 2^(3/4), rounded up, as unsigned numbers. */
  private static final long[] QUARTERS = {
    0x9837F0518DB8A970L, 0xB504F333F9DE6485L, 0xD744FCCAD69D6AF5L
  };

  private LatencyStrata() {}

  /**
   * Four strata: 0 is the duration of zero, and {@code 1 + i} begins at {@code 2^i} nanoseconds.
   */
  public static int octaveOf(long durationNanos) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, durationNanos));
  }

  /** The stratum of a duration. */
  public static int numberOf(long durationNanos) {
    if (durationNanos <= 0) {
      return 0;
    }
    int zeros = Long.numberOfLeadingZeros(durationNanos);
    long mantissa = durationNanos << zeros;
    int quarter = 0;
    while (quarter < QUARTERS.length && Long.compareUnsigned(mantissa, QUARTERS[quarter]) >= 0) {
      quarter++;
    }
    return 1 + 4 * (Long.SIZE - 1 - zeros) + quarter;
  }
}
