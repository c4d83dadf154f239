package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Set;

/**
 * The result of analysing one request.
 *
 * @param traceId of the trace it is part of
 * @param spanId of its first span
 * @param endpoint the frame that names it
 * @param startNanos start of its first span, nanoseconds since the epoch
 * @param durationNanos duration of its first span; the exclusive times of {@code criticalPath} add
 *     up to it
 * @param spanCount number of its spans, including asynchronous descendants
 * @param complete whether its trace is complete (semantics 1)
 * @param truncated whether a cap closed its trace early
 * @param skewNanos sum of the distances by which its spans were shifted to correct clock skew
 * @param clippedNanos sum of the time clipped off spans that exceeded their parents
 * @param category its category: which calls it made (semantics 6)
 * @param shape its places, frames and calls
 * @param failed whether its first span failed
 * @param failedPlaces the places of {@code shape} in which one of its spans failed
 * @param criticalPath valid until the next request is analysed
 * @param details valid until the next request is analysed
 */
public record RequestAnalysis(
    TraceId traceId,
    long spanId,
    RequestRole role,
    Frame endpoint,
    long startNanos,
    long durationNanos,
    int spanCount,
    boolean complete,
    boolean truncated,
    long skewNanos,
    long clippedNanos,
    CallTreeSignature category,
    RequestShape shape,
    boolean failed,
    Set<Place> failedPlaces,
    CallingContextTree criticalPath,
    RequestDetails details) {
  /** As {@link RequestDetails#form}. */
  public CanonicalForm form(int maxNodes) {
    return details.form(maxNodes);
  }

  /** As {@link RequestDetails#attributes}. */
  public List<RequestAttribute> attributes() {
    return details.attributes();
  }
}
