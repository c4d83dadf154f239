package io.tracemill.analysis.pane;

/**
 * Logarithmic bins of durations: bin {@code i} holds durations {@code x} with {@code i <= 10 ln(1 +
 * x / floor) < i + 1}. Below the floor bins are nearly linear, above it they are 10 % wide.
 *
 * @param floorNanos more than 0: durations well below it all count as short
 */
public record DurationScale(long floorNanos) implements java.io.Serializable {
  /** How many bins there are; the last one holds all longer durations. */
  public static final int BINS = 160;

  /** The width of a bin, of the natural logarithm. */
  public static final double WIDTH = 0.1;

  public DurationScale {
    if (floorNanos <= 0) {
      throw new IllegalArgumentException("floorNanos must be more than 0: " + floorNanos);
    }
  }

  /** The bin of a duration; those below 0 count as 0. */
  public int bin(double nanos) {
    int bin = (int) (Math.log1p(Math.max(nanos, 0) / floorNanos) / WIDTH);
    return Math.min(bin, BINS - 1);
  }

  /** The logarithm in the middle of a bin. */
  public static double centre(int bin) {
    return (bin + 0.5) * WIDTH;
  }

  /** The duration in the middle of a bin, nanoseconds. */
  public double nanos(int bin) {
    return Math.expm1(centre(bin)) * floorNanos;
  }
}
