package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.LatencySketch;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Durations of one kind: exact sums, and a sketch for percentiles within 1 %. Mergeable. */
public final class DurationSums {
  private final ExactSums sums = new ExactSums(1);
  private final LatencySketch sketch = new LatencySketch();

  /** Adds a duration, nanoseconds, not negative. */
  void add(long nanos) {
    sums.add(nanos);
    sketch.add(nanos);
  }

  /** Adds what {@code that} holds. */
  public void merge(DurationSums that) {
    sums.merge(that.sums);
    sketch.merge(that.sketch);
  }

  /** Count, mean and deviation. */
  public Moments moments() {
    return sums.moments(0);
  }

  /** A quantile, nanoseconds, within 1 %; 0 of none. */
  public long quantile(double q) {
    return sketch.quantile(q);
  }

  /** Writes everything. */
  public void write(DataOutput out) throws IOException {
    sums.write(out);
    sketch.write(out);
  }

  /** Adds what {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    sums.mergeFrom(in);
    sketch.merge(LatencySketch.read(in));
  }
}
