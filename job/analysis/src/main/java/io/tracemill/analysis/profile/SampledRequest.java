package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.Set;

/**
 * A request that stands for others of about its duration.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param tree its critical path, whose own times add up to {@code durationNanos}
 */
public record SampledRequest(TraceId traceId, long spanId, long durationNanos, SampledTree tree) {

  /** By hash, the ids where hashes are equal; requests with smaller ones stay in the sample. */
  static final Comparator<SampledRequest> BY_HASH =
      Comparator.comparingLong(SampledRequest::hash)
          .thenComparingLong(request -> request.traceId.high())
          .thenComparingLong(request -> request.traceId.low())
          .thenComparingLong(SampledRequest::spanId)
          .thenComparingLong(SampledRequest::durationNanos);

  /** Slowest first. */
  static final Comparator<SampledRequest> BY_DURATION =
      Comparator.comparingLong(SampledRequest::durationNanos).reversed().thenComparing(BY_HASH);

  long hash() {
    return hashOf(traceId, spanId);
  }

  /** 64 bits that look random and depend on every bit of the ids. */
  static long hashOf(TraceId traceId, long spanId) {
    return mix(mix(mix(traceId.high()) ^ traceId.low()) ^ spanId);
  }

  /** SplitMix64's finalizer (Stafford's variant 13), a bijection; the offset keeps 0 from 0. */
  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  void collectSteps(Set<PathStep> into) {
    tree.collectSteps(into);
  }

  void write(DataOutput out, StepTable table) throws IOException {
    out.writeLong(traceId.high());
    out.writeLong(traceId.low());
    out.writeLong(spanId);
    Varint.write(out, durationNanos);
    tree.write(out, table);
  }

  static SampledRequest read(DataInput in, StepTable table) throws IOException {
    TraceId traceId = new TraceId(in.readLong(), in.readLong());
    return new SampledRequest(traceId, in.readLong(), Varint.read(in), SampledTree.read(in, table));
  }
}
