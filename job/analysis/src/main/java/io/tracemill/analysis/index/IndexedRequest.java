package io.tracemill.analysis.index;

import io.tracemill.analysis.request.KeptSpans;
import io.tracemill.analysis.request.NodeTimes;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.SampleHash;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * A request in the index.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param endpoint the frame that names it
 * @param timeMillis the time at which its trace closed, milliseconds since the epoch; windows,
 *     panes and questions use this time
 * @param startNanos start of its first span, nanoseconds since the epoch
 * @param durationNanos duration of its first span
 * @param failed whether its first span failed
 * @param complete whether its trace is complete; statistics count complete requests only
 * @param spanCount number of its spans
 * @param samplingWeight how many requests it stands for by the sender's own sampling, at least 1
 * @param structure its calls, without order
 * @param flow its category
 * @param attributes of its spans
 * @param nodes its times by node of the category's call tree
 * @param spans all its spans, for few requests
 */
public record IndexedRequest(
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
    double samplingWeight,
    CallTreeSignature structure,
    CallTreeSignature flow,
    List<RequestAttribute> attributes,
    NodeTimes nodes,
    Optional<KeptSpans> spans) {
  /** Its object with ids, signatures and array headers; nodes, attributes and spans are extra. */
  private static final long OWN_BYTES = 400;

  private static final long NODE_BYTES = 32;
  private static final long ATTRIBUTE_BYTES = 64;
  private static final long SPAN_BYTES = 68;
  private static final long SECTION_BYTES = 36;

  public IndexedRequest {
    attributes = List.copyOf(attributes);
  }

  static IndexedRequest copyOf(
      RequestAnalysis request, long timeMillis, NodeTimes nodes, Optional<KeptSpans> spans) {
    return new IndexedRequest(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        timeMillis,
        request.startNanos(),
        request.durationNanos(),
        request.failed(),
        request.complete(),
        request.spanCount(),
        request.details().samplingWeight(),
        request.signatures().structure(),
        request.signatures().flow(),
        request.attributes(),
        nodes,
        spans);
  }

  IndexedRequest withoutSpans() {
    return spans.isEmpty()
        ? this
        : new IndexedRequest(
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
            samplingWeight,
            structure,
            flow,
            attributes,
            nodes,
            Optional.empty());
  }

  /** A pseudo-random number of 64 bits, unsigned, that depends on the ids alone. */
  long hash() {
    return SampleHash.of(traceId, spanId);
  }

  /** The hash as a number, 0 or more and below 1. */
  static double samplePoint(long hash) {
    return (hash >>> 11) * 0x1p-53;
  }

  /** Whether both are the same request. */
  boolean same(IndexedRequest other) {
    return spanId == other.spanId && traceId.equals(other.traceId);
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  long heapBytes() {
    long bytes = OWN_BYTES + NODE_BYTES * nodes.size();
    for (RequestAttribute attribute : attributes) {
      bytes += ATTRIBUTE_BYTES + 2L * attribute.value().length();
    }
    if (spans.isPresent()) {
      bytes += SPAN_BYTES * spans.get().spans().size();
      bytes += SECTION_BYTES * spans.get().criticalPath().size();
    }
    return bytes;
  }
}
