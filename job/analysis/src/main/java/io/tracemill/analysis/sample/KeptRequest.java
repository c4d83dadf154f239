package io.tracemill.analysis.sample;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.PackedSpans;
import java.util.List;

/**
 * A request that is kept whole, with what it stands for. Every view is a pure function of kept
 * requests.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param endpoint the frame that names it
 * @param timeMillis the time at which its trace closed, milliseconds since the epoch; panes,
 *     windows and questions use this time
 * @param startNanos recorded start of its first span, nanoseconds since the epoch
 * @param durationNanos its duration
 * @param failed whether its first span failed
 * @param complete whether its trace is complete; statistics count complete requests only
 * @param spanCount number of its spans
 * @param category its category
 * @param attributes of its spans, each once, in order
 * @param pathOnly whether {@code spans} are only those on its critical path, with corrected times,
 *     because it has too many
 * @param spans its spans with recorded times
 * @param weight number of requests that it stands for; 0 if it was kept in addition to the sample
 * @param uniformBelow all requests of its endpoint, category and pane with a smaller {@link
 *     #samplePoint} are kept; 1 if all are
 */
public record KeptRequest(
    TraceId traceId,
    long spanId,
    RequestRole role,
    Frame endpoint,
    long timeMillis,
    long startNanos,
    long durationNanos,
    boolean failed,
    boolean complete,
    int spanCount,
    CallTreeSignature category,
    List<RequestAttribute> attributes,
    boolean pathOnly,
    PackedSpans spans,
    double weight,
    double uniformBelow) {
  /** A request with more spans than this keeps only its critical path. */
  public static final int MAX_SPANS = 2_000;

  public KeptRequest {
    requireNonNull(traceId, "traceId");
    requireNonNull(role, "role");
    requireNonNull(endpoint, "endpoint");
    requireNonNull(category, "category");
    attributes = List.copyOf(attributes);
    requireNonNull(spans, "spans");
  }

  /** A pseudo-random number of 64 bits, unsigned, that depends on the ids alone. */
  public long hash() {
    return SampleHash.of(traceId, spanId);
  }

  /** The {@link #hash} as a number, 0 or more and below 1. */
  public double samplePoint() {
    return samplePoint(hash());
  }

  static double samplePoint(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  /** The same request in another sample. */
  public KeptRequest standingFor(double otherWeight, double otherUniformBelow) {
    return new KeptRequest(
        traceId,
        spanId,
        role,
        endpoint,
        timeMillis,
        startNanos,
        durationNanos,
        failed,
        complete,
        spanCount,
        category,
        attributes,
        pathOnly,
        spans,
        otherWeight,
        otherUniformBelow);
  }

  /** Whether it belongs to the uniform part of a sample in which {@code below} is the smallest. */
  public boolean inUniform(double below) {
    return samplePoint() < below;
  }
}
