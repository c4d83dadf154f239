package io.tracemill.analysis.sums;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The calls of one edge between services. Merging is associative and commutative. */
public final class EdgeSum {
  private long failed;
  private long messages;
  private long nanos;
  private final LatencySketch durations = new LatencySketch();

  void add(long durationNanos, boolean callFailed, boolean message) {
    failed += callFailed ? 1 : 0;
    messages += message ? 1 : 0;
    nanos += durationNanos;
    durations.add(durationNanos);
  }

  /** Adds the calls of {@code that}, which does not change. */
  public void merge(EdgeSum that) {
    failed += that.failed;
    messages += that.messages;
    nanos += that.nanos;
    durations.merge(that.durations);
  }

  /** The number of calls. */
  public long calls() {
    return durations.count();
  }

  /** The number of calls whose span at the callee failed. */
  public long failed() {
    return failed;
  }

  /** The number of calls that a message carried. */
  public long messages() {
    return messages;
  }

  /** The sum of the durations of the callee's spans, nanoseconds, exact. */
  public long nanos() {
    return nanos;
  }

  /** The durations of the callee's spans; not to be changed. */
  public LatencySketch durations() {
    return durations;
  }

  /** Writes all sums. */
  public void write(DataOutput out) throws IOException {
    Varint.write(out, failed);
    Varint.write(out, messages);
    Varint.write(out, nanos);
    durations.write(out);
  }

  /** Adds the calls that {@link #write} wrote. */
  public void mergeFrom(DataInput in) throws IOException {
    failed += Varint.read(in);
    messages += Varint.read(in);
    nanos += Varint.read(in);
    durations.merge(LatencySketch.read(in));
  }
}
