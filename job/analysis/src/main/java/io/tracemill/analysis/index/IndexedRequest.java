package io.tracemill.analysis.index;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
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
 *     panes and questions count it then
 * @param startNanos start of its first span, nanoseconds since the epoch
 * @param durationNanos duration of its first span
 * @param failed whether its first span failed
 * @param complete whether its trace is complete; statistics count complete requests only
 * @param spanCount number of its spans
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
    CallTreeSignature structure,
    CallTreeSignature flow,
    List<RequestAttribute> attributes,
    NodeTimes nodes,
    Optional<KeptSpans> spans) {
  public IndexedRequest {
    attributes = List.copyOf(attributes);
  }
}
