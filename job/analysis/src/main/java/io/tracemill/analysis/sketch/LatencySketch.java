package io.tracemill.analysis.sketch;

import com.datadoghq.sketch.ddsketch.mapping.CubicallyInterpolatedMapping;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * A mergeable histogram of durations, non-negative nanoseconds, whose quantiles are within 1 % (and
 * the half nanosecond of rounding) of the exact ones.
 *
 * <p>Bins are DDSketch's (Masson and others, VLDB 2019): bin {@code i} holds the values from {@code
 * lowerBound(i)} up to {@code lowerBound(i + 1)}, 2 % apart, by the index mapping of sketches-java.
 * The store is our own: a profile has one sketch for each call path of each category, most of which
 * hold a handful of distinct values, and DDSketch's stores reserve room for a dense range of bins.
 * Here the bins in use stand in one sorted array that grows from nothing, 8 bytes a bin with its
 * count. Zero has a bin of its own.
 *
 * <p>Equal contents have equal bytes, in any order of arrival. Adding costs a binary search, or
 * none where the bins are dense. A new bin moves the bins above it.
 */
public final class LatencySketch {
  /** Largest relative error of a quantile. */
  public static final double RELATIVE_ACCURACY = 0.01;

  /** The bin of zero, below all others. */
  public static final int ZERO_BIN = Integer.MIN_VALUE;

  /** Heap memory of a bin: the array is up to one and a half times as long as its content. */
  public static final long BIN_BYTES = 12;

  private static final CubicallyInterpolatedMapping MAPPING =
      new CubicallyInterpolatedMapping(RELATIVE_ACCURACY);
  private static final long[] NO_BINS = {};
  private static final int FIRST_CAPACITY = 2;

  /** The low bits of an entry are its count; the rest is the bin. */
  private static final int COUNT_BITS = 44;

  private static final long COUNT_MASK = (1L << COUNT_BITS) - 1;

  private long count;
  private long zeroCount;
  private int size;

  /** The bins in use with their counts, ascending. */
  private long[] entries = NO_BINS;

  /** The index of the last value's bin, and the bin. Bins below can have moved it since. */
  private int last;

  private int lastBin;

  /** Receives the bins in use, from the smallest values up. */
  @FunctionalInterface
  public interface BinVisitor {
    void bin(int bin, long count);
  }

  /** Adds one duration. */
  public void add(long nanos) {
    add(nanos, 1);
  }

  /** Adds {@code times} equal durations. */
  public void add(long nanos, long times) {
    if (nanos < 0 || times < 0) {
      throw new IllegalArgumentException("negative: " + nanos + " ns, " + times + " times");
    }
    if (times == 0) {
      return;
    }
    addTimes(binOf(nanos), times);
  }

  private static int binOf(long nanos) {
    return nanos == 0 ? ZERO_BIN : MAPPING.index((double) nanos);
  }

  private void addTimes(int bin, long times) {
    count += times;
    if (bin == ZERO_BIN) {
      zeroCount += times;
    } else {
      addToBin(bin, times);
    }
  }

  private void addToBin(int bin, long times) {
    int found = indexOf(bin);
    if (found == size || binAt(found) != bin) {
      insert(found, bin);
    }
    entries[found] += times;
    last = found;
    lastBin = bin;
  }

  private int binAt(int index) {
    return (int) (entries[index] >> COUNT_BITS);
  }

  private long countAt(int index) {
    return entries[index] & COUNT_MASK;
  }

  private static long entry(int bin, long times) {
    return ((long) bin << COUNT_BITS) + times;
  }

  /**
   * The index of the first bin in use that is not below this one. Without gaps between this bin and
   * the last value's bin, their indexes differ as much as the bins do. Otherwise a binary search
   * finds it. Its number of steps depends only on the size, so processors predict it.
   */
  private int indexOf(int bin) {
    int guess = last + bin - lastBin;
    if (guess >= 0 && guess < size && binAt(guess) == bin) {
      return guess;
    }
    long sought = entry(bin, 0);
    int from = 0;
    for (int length = size; length > 0; ) {
      int half = (length + 1) >>> 1;
      from = entries[from + half - 1] < sought ? from + half : from;
      length -= half;
    }
    return from;
  }

  private void insert(int position, int bin) {
    if (size == entries.length) {
      entries = Arrays.copyOf(entries, Math.max(FIRST_CAPACITY, size + (size >> 1) + 1));
    }
    System.arraycopy(entries, position, entries, position + 1, size - position);
    entries[position] = entry(bin, 0);
    size++;
  }

  /** Adds the durations of {@code other}, which does not change. */
  public void merge(LatencySketch other) {
    count += other.count;
    zeroCount += other.zeroCount;
    if (size == 0) {
      entries = Arrays.copyOf(other.entries, other.size);
      size = other.size;
    } else if (other.size > 0) {
      mergeBins(other);
    }
  }

  /** From the largest bin down, so that no bin is overwritten before it has moved. */
  private void mergeBins(LatencySketch other) {
    int mine = size - 1;
    int theirs = other.size - 1;
    reserve(binsWith(other));
    for (int to = size - 1; theirs >= 0; to--) {
      int bin = other.binAt(theirs);
      if (mine >= 0 && binAt(mine) > bin) {
        entries[to] = entries[mine--];
      } else {
        boolean both = mine >= 0 && binAt(mine) == bin;
        entries[to] = other.entries[theirs--] + (both ? countAt(mine--) : 0);
      }
    }
  }

  /** The number of bins in use in this sketch or the other. */
  private int binsWith(LatencySketch other) {
    int shared = 0;
    int mine = 0;
    for (int theirs = 0; theirs < other.size; theirs++) {
      int bin = other.binAt(theirs);
      while (mine < size && binAt(mine) < bin) {
        mine++;
      }
      if (mine < size && binAt(mine) == bin) {
        shared++;
      }
    }
    return size + other.size - shared;
  }

  private void reserve(int moreBins) {
    if (moreBins > entries.length) {
      entries = Arrays.copyOf(entries, moreBins);
    }
    size = moreBins;
  }

  /** The number of added durations. */
  public long count() {
    return count;
  }

  public boolean isEmpty() {
    return count == 0;
  }

  /** The number of bins in use, without the bin of zero. */
  public int binCount() {
    return size;
  }

  /**
   * The duration of rank {@code ceil(q * count)}, the nearest rank, within 1 %; 0 for an empty
   * sketch.
   */
  public long quantile(double q) {
    return valueOf(quantileBin(q));
  }

  private int quantileBin(double q) {
    long rest = nearestRank(q, count) - zeroCount;
    if (rest <= 0) {
      return ZERO_BIN;
    }
    int position = 0;
    while (position < size - 1 && rest > countAt(position)) {
      rest -= countAt(position++);
    }
    return binAt(position);
  }

  /** The rank from 1 to {@code count} of the {@code q} quantile; 0 if {@code count} is 0. */
  public static long nearestRank(double q, long count) {
    // 0.55 * 100 is a little more than 55 in binary, and must not be rank 56.
    long rank = (long) Math.ceil(q * count * (1 - 1e-12));
    return Math.min(count, Math.max(1, rank));
  }

  /** Shows {@code visitor} the bins in use in ascending order, that of zero first. */
  public void forEachBin(BinVisitor visitor) {
    if (zeroCount > 0) {
      visitor.bin(ZERO_BIN, zeroCount);
    }
    for (int i = 0; i < size; i++) {
      visitor.bin(binAt(i), countAt(i));
    }
  }

  /** The duration, in nanoseconds, that stands for all of a bin. */
  public static long valueOf(int bin) {
    return bin == ZERO_BIN ? 0 : Math.round(MAPPING.value(bin));
  }

  /** Writes all bins; {@link #read} makes an equal sketch from them. */
  public void write(DataOutput out) throws IOException {
    Varint.write(out, zeroCount);
    Varint.write(out, size);
    int previous = 0;
    for (int i = 0; i < size; i++) {
      Varint.writeSigned(out, binAt(i) - previous);
      Varint.write(out, countAt(i));
      previous = binAt(i);
    }
  }

  /** The sketch that {@link #write} wrote. */
  public static LatencySketch read(DataInput in) throws IOException {
    LatencySketch sketch = new LatencySketch();
    sketch.zeroCount = Varint.read(in);
    sketch.count = sketch.zeroCount;
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    sketch.entries = new long[size];
    sketch.size = size;
    int previous = 0;
    for (int i = 0; i < size; i++) {
      previous += Varint.readSigned(in);
      long times = Varint.read(in);
      sketch.entries[i] = entry(previous, times);
      sketch.count += times;
    }
    return sketch;
  }
}
