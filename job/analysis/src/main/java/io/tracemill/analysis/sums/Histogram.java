package io.tracemill.analysis.sums;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Counts by bin of a {@link DurationScale}, without empty bins. Immutable.
 *
 * @param bins ascending
 * @param counts by position in {@code bins}, each more than 0
 */
public record Histogram(int[] bins, int[] counts) implements Serializable {
  private static final long serialVersionUID = 1;

  /** Without any count. */
  public static final Histogram EMPTY = new Histogram(new int[0], new int[0]);

  public Histogram {
    if (bins.length != counts.length) {
      throw new IllegalArgumentException(bins.length + " bins, " + counts.length + " counts");
    }
  }

  /** The histogram of an array's non-empty bins. */
  public static Histogram of(int[] dense) {
    int size = 0;
    for (int count : dense) {
      size += count > 0 ? 1 : 0;
    }
    int[] bins = new int[size];
    int[] counts = new int[size];
    int at = 0;
    for (int bin = 0; bin < dense.length; bin++) {
      if (dense[bin] > 0) {
        bins[at] = bin;
        counts[at++] = dense[bin];
      }
    }
    return new Histogram(bins, counts);
  }

  /** The sum of both. */
  public Histogram plus(Histogram other) {
    int[] merged = new int[bins.length + other.bins.length];
    int[] sums = new int[merged.length];
    int size = 0;
    int mine = 0;
    int its = 0;
    while (mine < bins.length || its < other.bins.length) {
      int bin = mine < bins.length ? bins[mine] : Integer.MAX_VALUE;
      int otherBin = its < other.bins.length ? other.bins[its] : Integer.MAX_VALUE;
      merged[size] = Math.min(bin, otherBin);
      sums[size++] =
          (bin <= otherBin ? counts[mine++] : 0) + (otherBin <= bin ? other.counts[its++] : 0);
    }
    return new Histogram(Arrays.copyOf(merged, size), Arrays.copyOf(sums, size));
  }

  /** Adds its counts to an array of {@link DurationScale#BINS}. */
  public void addTo(double[] dense) {
    for (int i = 0; i < bins.length; i++) {
      dense[bins[i]] += counts[i];
    }
  }

  /** The total count. */
  public long count() {
    long count = 0;
    for (int each : counts) {
      count += each;
    }
    return count;
  }

  /** Writes the bins that are not empty. */
  public void write(DataOutput out) throws IOException {
    Varint.write(out, bins.length);
    for (int i = 0; i < bins.length; i++) {
      out.writeByte(bins[i]);
      Varint.write(out, counts[i]);
    }
  }

  /** Reads what {@link #write} wrote. */
  public static Histogram read(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, DurationScale.BINS);
    int[] bins = new int[size];
    int[] counts = new int[size];
    for (int i = 0; i < size; i++) {
      bins[i] = in.readUnsignedByte();
      counts[i] = Varint.readUpTo(in, Integer.MAX_VALUE);
    }
    return new Histogram(bins, counts);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Histogram that
        && Arrays.equals(bins, that.bins)
        && Arrays.equals(counts, that.counts);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(bins) + Arrays.hashCode(counts);
  }
}
