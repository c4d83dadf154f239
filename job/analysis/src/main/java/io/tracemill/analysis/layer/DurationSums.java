package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Durations of one kind: exact sums, and a sketch for percentiles within 1 %. Mergeable.
 *
 * <p>There are thousands of them, most with few durations. So the first durations, and those that
 * have not entered the sketch yet, are kept as their bins in a short array: adding to a sketch
 * mostly waits for memory.
 */
public final class DurationSums {
  private static final int MAX_GATHERED = 64;
  private static final int FIRST_GATHERED = 4;
  private static final long OWN_BYTES = 72;
  private static final long SKETCH_BYTES = 100;
  private static final short[] NO_BINS = {};

  private long sumNanos;
  private long squaresHigh;
  private long squaresLow;
  private short[] gathered = NO_BINS;
  private int gatheredCount;

  /** Null as long as all durations are gathered. */
  private @Nullable LatencySketch sketch;

  /** Adds a duration, nanoseconds, not negative; returns the added weight. */
  long add(long nanos) {
    sumNanos += nanos;
    addSquares(Math.multiplyHigh(nanos, nanos), nanos * nanos);
    return gather(LatencySketch.shortBinOf(nanos));
  }

  private void addSquares(long high, long low) {
    squaresLow += low;
    squaresHigh += high + (Long.compareUnsigned(squaresLow, low) < 0 ? 1 : 0);
  }

  private long gather(short bin) {
    if (gatheredCount < gathered.length) {
      gathered[gatheredCount++] = bin;
      return 0;
    }
    long before = weight();
    if (gatheredCount < MAX_GATHERED) {
      gathered = Arrays.copyOf(gathered, Math.max(FIRST_GATHERED, 2 * gatheredCount));
    } else {
      LatencySketch unused = settled();
    }
    gathered[gatheredCount++] = bin;
    return weight() - before;
  }

  /** Moves what is gathered into the sketch. */
  private LatencySketch settled() {
    LatencySketch all = sketch == null ? new LatencySketch() : sketch;
    all.addBins(gathered, gatheredCount);
    gatheredCount = 0;
    sketch = all;
    return all;
  }

  /** Adds what {@code that} holds. */
  public void merge(DurationSums that) {
    sumNanos += that.sumNanos;
    addSquares(that.squaresHigh, that.squaresLow);
    if (that.sketch != null) {
      settled().merge(that.sketch);
    }
    for (int i = 0; i < that.gatheredCount; i++) {
      gather(that.gathered[i]);
    }
  }

  private long count() {
    return gatheredCount + (sketch == null ? 0 : sketch.count());
  }

  /** All durations. */
  private LatencySketch whole() {
    LatencySketch all = new LatencySketch();
    if (sketch != null) {
      all.merge(sketch);
    }
    all.addBins(gathered, gatheredCount);
    return all;
  }

  /** Count, mean and deviation. */
  public Moments moments() {
    return Moments.of(count(), sumNanos, squaresHigh, squaresLow);
  }

  /** A quantile, nanoseconds, within 1 %; 0 of none. */
  public long quantile(double q) {
    return whole().quantile(q);
  }

  /** A quantile with its error. */
  public Percentile percentile(double q) {
    long nanos = quantile(q);
    long error = (long) Math.ceil(LatencySketch.RELATIVE_ACCURACY * nanos);
    return new Percentile(nanos, error, count());
  }

  /** An upper bound of its heap memory, bytes. */
  long weight() {
    return OWN_BYTES
        + Short.BYTES * (long) gathered.length
        + (sketch == null ? 0 : SKETCH_BYTES + LatencySketch.BIN_BYTES * sketch.binCount());
  }

  /** Writes everything; equal contents have equal bytes. */
  public void write(DataOutput out) throws IOException {
    Varint.write(out, sumNanos);
    Varint.write(out, squaresHigh);
    out.writeLong(squaresLow);
    boolean few = count() <= MAX_GATHERED;
    out.writeBoolean(few);
    if (few) {
      short[] bins = Arrays.copyOf(gathered, gatheredCount);
      Arrays.sort(bins);
      Varint.write(out, bins.length);
      for (short bin : bins) {
        out.writeShort(bin);
      }
    } else {
      whole().write(out);
    }
  }

  /** Adds what {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    sumNanos += Varint.read(in);
    addSquares(Varint.read(in), in.readLong());
    if (in.readBoolean()) {
      for (int left = Varint.readUpTo(in, MAX_GATHERED); left > 0; left--) {
        gather(in.readShort());
      }
    } else {
      settled().merge(LatencySketch.read(in));
    }
  }
}
