package io.tracemill.analysis.request;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.signature.CanonicalForm;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Details of a request that are computed on demand, because few requests need them; costs time in
 * proportion to the request's spans. To be asked until the next request is analysed, in the thread
 * of the analysis.
 */
public interface RequestDetails {
  /** Most attributes that are told of a request. */
  int MAX_ATTRIBUTES = 32;

  /** The tree that the request's flow signature is the hash of, cut after {@code maxNodes}. */
  CanonicalForm flowForm(int maxNodes);

  /**
   * Which attributes the request's spans have, each once, in order; the first {@link
   * #MAX_ATTRIBUTES} where there are more.
   */
  List<RequestAttribute> attributes();

  /** All spans of the request; {@link RequestSpans#NONE} if it has more than {@code maxSpans}. */
  RequestSpans spans(int maxSpans);

  /** The size of the request. */
  RequestExtent extent();

  /** What the request's failed spans cost it; empty if none failed. */
  Optional<ErrorCost> errorCost();

  /** Whether a span of the request has an attribute that is wanted; all are looked at. */
  boolean hasAttribute(Predicate<RequestAttribute> wanted);
}
