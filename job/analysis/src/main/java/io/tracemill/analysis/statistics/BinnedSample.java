package io.tracemill.analysis.statistics;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.profile.LatencySketch;
import java.util.Arrays;
import java.util.List;

/**
 * How many values of a sample fell into each bin, in ascending order of bins. Values of one bin are
 * ties.
 */
public final class BinnedSample {
  private final int[] bins;
  private final long[] counts;
  private final long size;

  private BinnedSample(int[] bins, long[] counts) {
    this.bins = bins;
    this.counts = counts;
    this.size = sum(counts);
  }

  /** The durations in a sketch, by its bins. */
  public static BinnedSample of(LatencySketch sketch) {
    requireNonNull(sketch, "sketch");
    int[] bins = new int[sketch.binCount() + 1];
    long[] counts = new long[bins.length];
    int[] used = {0};
    sketch.forEachBin(
        (bin, count) -> {
          bins[used[0]] = bin;
          counts[used[0]++] = count;
        });
    return new BinnedSample(Arrays.copyOf(bins, used[0]), Arrays.copyOf(counts, used[0]));
  }

  /** Trials: those that were no hit in one bin, the hits in one above it. */
  public static BinnedSample of(Tally share) {
    return new BinnedSample(new int[] {0, 1}, new long[] {share.misses(), share.hits()});
  }

  /** Whole numbers, each a bin of its own. */
  public static BinnedSample ofValues(int... values) {
    int[] sorted = values.clone();
    Arrays.sort(sorted);
    int[] bins = new int[sorted.length];
    long[] counts = new long[sorted.length];
    int used = 0;
    for (int value : sorted) {
      if (used == 0 || bins[used - 1] != value) {
        bins[used++] = value;
      }
      counts[used - 1]++;
    }
    return new BinnedSample(Arrays.copyOf(bins, used), Arrays.copyOf(counts, used));
  }

  /** All values of all {@code samples}. */
  public static BinnedSample pooled(List<BinnedSample> samples) {
    int[] axis = {};
    for (BinnedSample sample : samples) {
      axis = union(axis, sample.bins);
    }
    long[] sums = new long[axis.length];
    for (BinnedSample sample : samples) {
      sample.addTo(sums, axis);
    }
    return new BinnedSample(axis, sums);
  }

  /** The bins of both, each once, ascending as they are. */
  private static int[] union(int[] one, int[] other) {
    int[] union = new int[one.length + other.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < one.length && j < other.length) {
      int bin = Math.min(one[i], other[j]);
      i += one[i] == bin ? 1 : 0;
      j += other[j] == bin ? 1 : 0;
      union[size++] = bin;
    }
    while (i < one.length) {
      union[size++] = one[i++];
    }
    while (j < other.length) {
      union[size++] = other[j++];
    }
    return Arrays.copyOf(union, size);
  }

  static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /** How many values there are. */
  public long size() {
    return size;
  }

  /** The bins in use, ascending. */
  int[] bins() {
    return bins.clone();
  }

  /** The bins in use here or in {@code other}, ascending. */
  int[] binsWith(BinnedSample other) {
    return union(bins, other.bins);
  }

  /** The sum of what each value weighs by its bin; {@code axis} as for {@link #countsIn}. */
  double sumOf(int[] axis, double[] weights) {
    double sum = 0;
    int at = 0;
    for (int i = 0; i < bins.length; i++) {
      while (axis[at] != bins[i]) {
        at++;
      }
      sum += counts[i] * weights[at];
    }
    return sum;
  }

  /** The counts in each of {@code axis}, ascending bins among which are all of this sample's. */
  long[] countsIn(int[] axis) {
    long[] aligned = new long[axis.length];
    addTo(aligned, axis);
    return aligned;
  }

  private void addTo(long[] sums, int[] axis) {
    int at = 0;
    for (int i = 0; i < bins.length; i++) {
      while (axis[at] != bins[i]) {
        at++;
      }
      sums[at] += counts[i];
    }
  }
}
