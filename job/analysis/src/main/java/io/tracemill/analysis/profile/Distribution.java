package io.tracemill.analysis.profile;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How a figure that is no less than 0 is distributed: exact count, mean and maximum, and quantiles
 * within 1 %. Merging is associative and commutative.
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

  /** Adds all that {@code that} holds, which stays as it is. */
  public void merge(Distribution that) {
    sketch.merge(that.sketch);
    sum += that.sum;
    max = Math.max(max, that.max);
  }

  /** How many values there are. */
  public long count() {
    return sketch.count();
  }

  /** Their mean; 0 of nothing. */
  public double mean() {
    return count() == 0 ? 0 : (double) sum / count();
  }

  /** The value of rank {@code ceil(q * count)}, within 1 %; 0 of nothing. */
  public long quantile(double q) {
    // A bin's value can be above the largest in it.
    return Math.min(sketch.quantile(q), max);
  }

  /** The largest; 0 of nothing. */
  public long max() {
    return max;
  }

  /** The most that it takes on the heap, bytes. */
  long weight() {
    return LatencySketch.BIN_BYTES * sketch.binCount();
  }

  void write(DataOutput out) throws IOException {
    sketch.write(out);
    Varint.write(out, sum);
    Varint.write(out, max);
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in) throws IOException {
    sketch.merge(LatencySketch.read(in));
    sum += Varint.read(in);
    max = Math.max(max, Varint.read(in));
  }
}
