package io.tracemill.analysis.sums;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Logarithmic bins of durations: bin {@code i} holds durations {@code x} with {@code i <= 10 ln(1 +
 * x / floor) < i + 1}. Below the floor bins are nearly linear, above it they are 10 % wide. It
 * looks bins up in a table, because a logarithm for each place of each request would cost too much.
 *
 * @param floorNanos more than 0; durations well below it all count as short
 */
public record DurationScale(long floorNanos) implements java.io.Serializable {
  /** The number of bins; the last one holds all longer durations. */
  public static final int BINS = 160;

  /** The width of a bin on the scale of the natural logarithm. */
  public static final double WIDTH = 0.1;

  /** By bin, the smallest {@code 1 + x / floor} in it. */
  private static final double[] LEAST =
      IntStream.range(0, BINS).mapToDouble(bin -> Math.exp(bin * WIDTH)).toArray();

  /** The leading mantissa bits of a cell: a cell is 3 % wide, so it overlaps at most two bins. */
  private static final int CELL_BITS = 5;

  private static final int CELL_SHIFT = 52 - CELL_BITS;
  private static final long FIRST_CELL = Double.doubleToRawLongBits(1) >>> CELL_SHIFT;

  /** By leading bits of {@code 1 + x / floor}, the first bin that contains such numbers. */
  private static final int[] BIN_OF_CELL = binsOfCells();

  public DurationScale {
    if (floorNanos <= 0) {
      throw new IllegalArgumentException("floorNanos must be more than 0: " + floorNanos);
    }
  }

  /** The bin of a duration; a negative duration counts as 0. */
  public int bin(double nanos) {
    double ratio = 1 + Math.max(nanos, 0) / floorNanos;
    long cell = (Double.doubleToRawLongBits(ratio) >>> CELL_SHIFT) - FIRST_CELL;
    if (cell >= BIN_OF_CELL.length) {
      return BINS - 1;
    }
    int bin = BIN_OF_CELL[(int) cell];
    return bin + 1 < BINS && ratio >= LEAST[bin + 1] ? bin + 1 : bin;
  }

  private static int[] binsOfCells() {
    long last = Double.doubleToRawLongBits(LEAST[BINS - 1]) >>> CELL_SHIFT;
    int[] bins = new int[(int) (last - FIRST_CELL) + 1];
    for (int cell = 0; cell < bins.length; cell++) {
      double least = Double.longBitsToDouble((FIRST_CELL + cell) << CELL_SHIFT);
      int found = Arrays.binarySearch(LEAST, least);
      bins[cell] = found >= 0 ? found : -found - 2;
    }
    return bins;
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
