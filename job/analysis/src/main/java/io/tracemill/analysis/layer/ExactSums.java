package io.tracemill.analysis.layer;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Exact sums of values and of their squares, side by side in one array: merging in any order gives
 * the same numbers. A square has 128 bits.
 */
final class ExactSums {
  private static final int WORDS = 3;

  private long count;
  private final long[] words;

  /**
   * @param values how many are summed side by side
   */
  ExactSums(int values) {
    words = new long[WORDS * values];
  }

  /** Adds one of each value, not negative: those that stand first in {@code values}. */
  void add(long[] values) {
    count++;
    for (int at = 0, value = 0; at < words.length; at += WORDS, value++) {
      addOne(at, values[value]);
    }
  }

  private void addOne(int at, long value) {
    words[at] += value;
    addSquare(at, Math.multiplyHigh(value, value), value * value);
  }

  private void addSquare(int at, long high, long low) {
    long sum = words[at + 2] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    words[at + 1] += high + carry;
    words[at + 2] = sum;
  }

  void merge(ExactSums that) {
    count += that.count;
    for (int at = 0; at < words.length; at += WORDS) {
      words[at] += that.words[at];
      addSquare(at, that.words[at + 1], that.words[at + 2]);
    }
  }

  /**
   * The same sums in another order.
   *
   * @param indexes by value its new index
   */
  ExactSums moved(int[] indexes) {
    ExactSums moved = new ExactSums(indexes.length);
    moved.count = count;
    for (int value = 0; value < indexes.length; value++) {
      System.arraycopy(words, WORDS * value, moved.words, WORDS * indexes[value], WORDS);
    }
    return moved;
  }

  long count() {
    return count;
  }

  /** The bytes of its array. */
  long arrayBytes() {
    return Long.BYTES * (long) words.length;
  }

  long sumNanos(int value) {
    return words[WORDS * value];
  }

  /** What is known of one of the values. */
  Moments moments(int value) {
    int at = WORDS * value;
    return Moments.of(count, words[at], words[at + 1], words[at + 2]);
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, count);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  /** Adds what {@link #write} wrote of as many values. */
  void mergeFrom(DataInput in) throws IOException {
    count += Varint.read(in);
    for (int at = 0; at < words.length; at += WORDS) {
      words[at] += in.readLong();
      addSquare(at, in.readLong(), in.readLong());
    }
  }
}
