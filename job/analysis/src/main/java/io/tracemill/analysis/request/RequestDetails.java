package io.tracemill.analysis.request;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.PackedSpans;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Details of a request that are computed on demand, because few requests need them. They take O(n
 * log n) time for n spans at most. Valid until the next request is analysed, in the thread of the
 * analysis.
 */
public interface RequestDetails {
  /** The most attributes of a request. */
  int MAX_ATTRIBUTES = 32;

  /** The tree whose hash is the request's flow signature, cut after {@code maxNodes}. */
  CanonicalForm flowForm(int maxNodes);

  /**
   * The attributes of the request's spans, each once, in order; at most the first {@link
   * #MAX_ATTRIBUTES}.
   */
  List<RequestAttribute> attributes();

  /** All spans of the request; {@link RequestSpans#NONE} if it has more than {@code maxSpans}. */
  RequestSpans spans(int maxSpans);

  /** How many requests this one stands for, by the sampling that its sender declares. */
  double samplingWeight();

  /**
   * All spans of the request with their recorded times. If it has more than {@code maxSpans}, at
   * most as many of those on its critical path and of their ancestors, with corrected times.
   */
  PackedSpans packedSpans(int maxSpans);

  /** The size of the request. */
  RequestExtent extent();

  /** The cost of the request's failed spans; empty if none failed. */
  Optional<ErrorCost> errorCost();

  /**
   * The times of the request's spans and of their parts. The next request overwrites them.
   *
   * @throws IllegalStateException unless {@link AnalysisRules#spanTimes} is set
   */
  SpanTimes spanTimes();

  /** What each of the {@link #spanTimes} means. Call {@link #spanTimes} first. */
  SpanLayout spanLayout();

  /** Whether its spans are also spans of another request, whose first span waits for them. */
  boolean waitedFor();

  /** Whether a span of the request has a wanted attribute; it considers all attributes. */
  boolean hasAttribute(Predicate<RequestAttribute> wanted);
}
