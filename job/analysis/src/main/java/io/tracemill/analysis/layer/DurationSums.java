package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Durations of one kind: exact sums, and a sketch for percentiles within 1 %. Mergeable.
 *
 * <p>There are thousands of sketches, so adding to one mostly waits for memory. Therefore the bins
 * of added durations gather in a short array. A full array is added to the sketch.
 */
public final class DurationSums {
  private static final int GATHERED = 64;
  private static final long OWN_BYTES = 160 + Short.BYTES * GATHERED;
  private static final short[] NO_BINS = {};

  private long sumNanos;
  private long squaresHigh;
  private long squaresLow;
  private short[] gathered = NO_BINS;
  private int gatheredCount;
  private final LatencySketch sketch = new LatencySketch();

  /** Adds a duration in nanoseconds, not negative; returns the added weight. */
  long add(long nanos) {
    sumNanos += nanos;
    addSquares(Math.multiplyHigh(nanos, nanos), nanos * nanos);
    if (gathered.length == 0) {
      gathered = new short[GATHERED];
    }
    gathered[gatheredCount++] = LatencySketch.shortBinOf(nanos);
    if (gatheredCount < GATHERED) {
      return 0;
    }
    int bins = sketch.binCount();
    settle();
    return LatencySketch.BIN_BYTES * (sketch.binCount() - bins);
  }

  /** Only {@link #add} gathers, so sums that were read or merged never change here. */
  private void settle() {
    sketch.addBins(gathered, gatheredCount);
    gatheredCount = 0;
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
    sketch.addBins(that.gathered, that.gatheredCount);
  }

  /** Count, mean and deviation. */
  public Moments moments() {
    return Moments.of(count(), sumNanos, squaresHigh, squaresLow);
  }

  private long count() {
    return sketch.count() + gatheredCount;
  }

  /** A quantile, nanoseconds, within 1 %; 0 of none. */
  public long quantile(double q) {
    settle();
    return sketch.quantile(q);
  }

  /** Returns a quantile with its error. */
  public Percentile percentile(double q) {
    long nanos = quantile(q);
    long error = (long) Math.ceil(LatencySketch.RELATIVE_ACCURACY * nanos);
    return new Percentile(nanos, error, count());
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    return OWN_BYTES + LatencySketch.BIN_BYTES * sketch.binCount();
  }

  /** Writes everything. */
  public void write(DataOutput out) throws IOException {
    settle();
    Varint.write(out, sumNanos);
    Varint.write(out, squaresHigh);
    out.writeLong(squaresLow);
    sketch.write(out);
  }

  /** Adds what {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    sumNanos += Varint.read(in);
    addSquares(Varint.read(in), in.readLong());
    sketch.merge(LatencySketch.read(in));
  }
}
