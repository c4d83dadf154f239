package io.tracemill.analysis.profile;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The distribution of a non-negative figure: exact count, mean and maximum, and quantiles within 1
 * %. Merging is associative and commutative.
 */
public final class Distribution {
  private final LatencySketch sketch = new LatencySketch();
  private long sum;
  private long max;

  /** Adds one value. */
  public void add(long value) {
    sketch.add(value);
    sum += value;
    max = Math.max(max, value);
  }

  /** Adds all values of {@code that}, which does not change. */
  public void merge(Distribution that) {
    sketch.merge(that.sketch);
    sum += that.sum;
    max = Math.max(max, that.max);
  }

  /** The number of values. */
  public long count() {
    return sketch.count();
  }

  /** The mean; 0 without values. */
  public double mean() {
    return count() == 0 ? 0 : (double) sum / count();
  }

  /** The value of rank {@code ceil(q * count)}, within 1 %; 0 without values. */
  public long quantile(double q) {
    // The value that stands for a bin can exceed all values in it.
    return Math.min(sketch.quantile(q), max);
  }

  /** The largest value; 0 without values. */
  public long max() {
    return max;
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    return LatencySketch.BIN_BYTES * sketch.binCount();
  }

  void write(DataOutput out) throws IOException {
    sketch.write(out);
    Varint.write(out, sum);
    Varint.write(out, max);
  }

  /** Adds the values that {@link #write} wrote. */
  void mergeFrom(DataInput in) throws IOException {
    sketch.merge(LatencySketch.read(in));
    sum += Varint.read(in);
    max = Math.max(max, Varint.read(in));
  }
}
