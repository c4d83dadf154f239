package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Set;

/**
 * What the requests of one endpoint that have one flow signature add up to: count, response times,
 * and their call tree. All times are nanoseconds.
 */
public final class CategoryAccumulator {
  private static final long NODE_BYTES = 120;
  private static final long BIN_BYTES = 12;
  private static final long OWN_BYTES = 400;

  private long latencySumNanos;
  private long latencyMaxNanos;
  private final LatencySketch latency = new LatencySketch();
  private final CallTreeAccumulator tree;

  CategoryAccumulator(ProfileLimits limits) {
    this.tree = new CallTreeAccumulator(limits);
  }

  void add(RequestAnalysis request, FoldScratch scratch) {
    long duration = request.durationNanos();
    latencySumNanos += duration;
    latencyMaxNanos = Math.max(latencyMaxNanos, duration);
    latency.add(duration);
    tree.add(request.criticalPath(), scratch);
  }

  void merge(CategoryAccumulator other) {
    latencySumNanos += other.latencySumNanos;
    latencyMaxNanos = Math.max(latencyMaxNanos, other.latencyMaxNanos);
    latency.merge(other.latency);
    tree.merge(other.tree);
  }

  /** How many requests. */
  public long count() {
    return latency.count();
  }

  /** Sum of the response times, exact. */
  public long latencySumNanos() {
    return latencySumNanos;
  }

  /** The longest response time, exact; 0 without requests. */
  public long latencyMaxNanos() {
    return latencyMaxNanos;
  }

  /** All response times; not to be changed. */
  public LatencySketch latency() {
    return latency;
  }

  /** Where the time went. */
  public CallTreeAccumulator tree() {
    return tree;
  }

  /** Roughly the bytes it takes on the heap. */
  long weight() {
    long bins = latency.binCount() + tree.binCount();
    return OWN_BYTES + tree.size() * NODE_BYTES + bins * BIN_BYTES;
  }

  void collectSteps(Set<PathStep> into) {
    tree.collectSteps(into);
  }

  void write(DataOutput out, StepTable table) throws IOException {
    Varint.write(out, latencySumNanos);
    Varint.write(out, latencyMaxNanos);
    latency.write(out);
    tree.write(out, table);
  }

  /** Adds what {@link #write} wrote. */
  void mergeFrom(DataInput in, StepTable table) throws IOException {
    latencySumNanos += Varint.read(in);
    latencyMaxNanos = Math.max(latencyMaxNanos, Varint.read(in));
    latency.merge(LatencySketch.read(in));
    tree.mergeFrom(in, table);
  }
}
