package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Durations of one kind: exact sums, and a sketch for percentiles within 1 %. Mergeable. */
public final class DurationSums {
  private static final long OWN_BYTES = 144;

  private long sumNanos;
  private long squaresHigh;
  private long squaresLow;
  private final LatencySketch sketch = new LatencySketch();

  /** Adds a duration, nanoseconds, not negative; returns the added weight. */
  long add(long nanos) {
    sumNanos += nanos;
    addSquares(Math.multiplyHigh(nanos, nanos), nanos * nanos);
    int bins = sketch.binCount();
    sketch.add(nanos);
    return LatencySketch.BIN_BYTES * (sketch.binCount() - bins);
  }

  private void addSquares(long high, long low) {
    squaresLow += low;
    squaresHigh += high + (Long.compareUnsigned(squaresLow, low) < 0 ? 1 : 0);
  }

  /** Adds what {@code that} holds. */
  public void merge(DurationSums that) {
    sumNanos += that.sumNanos;
    addSquares(that.squaresHigh, that.squaresLow);
    sketch.merge(that.sketch);
  }

  /** Count, mean and deviation. */
  public Moments moments() {
    return Moments.of(sketch.count(), sumNanos, squaresHigh, squaresLow);
  }

  /** A quantile, nanoseconds, within 1 %; 0 of none. */
  public long quantile(double q) {
    return sketch.quantile(q);
  }

  /** A quantile with its error. */
  public Percentile percentile(double q) {
    long nanos = quantile(q);
    long error = (long) Math.ceil(LatencySketch.RELATIVE_ACCURACY * nanos);
    return new Percentile(nanos, error, sketch.count());
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    return OWN_BYTES + LatencySketch.BIN_BYTES * sketch.binCount();
  }

  /** Writes everything. */
  public void write(DataOutput out) throws IOException {
    Varint.write(out, sumNanos);
    Varint.write(out, squaresHigh);
    Varint.write(out, squaresLow);
    sketch.write(out);
  }

  /** Adds what {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    sumNanos += Varint.read(in);
    addSquares(Varint.read(in), Varint.read(in));
    sketch.merge(LatencySketch.read(in));
  }
}
