package io.tracemill.analysis.request;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.trace.PackedSpans;
import java.util.List;

/**
 * Details of a request that are computed on demand, because few requests need them. They take O(n
 * log n) time for n spans at most. Valid until the next request is analysed, in the thread of the
 * analysis.
 */
public interface RequestDetails {
  /** The most attributes of a request. */
  int MAX_ATTRIBUTES = 32;

  /** The tree whose hash is the request's category, cut after {@code maxNodes}. */
  CanonicalForm form(int maxNodes);

  /**
   * The attributes of the request's spans, each once, in order; at most the first {@link
   * #MAX_ATTRIBUTES}.
   */
  List<RequestAttribute> attributes();

  /**
   * All spans of the request with their recorded times. If it has more than {@code maxSpans}, at
   * most as many of those on its critical path and of their ancestors, with corrected times.
   */
  PackedSpans packedSpans(int maxSpans);

  /**
   * Passes on the calls from one service to another. Calls inside an asynchronous request count in
   * that request only, and so does the call that leads to it.
   */
  void serviceCalls(ServiceCalls out);
}
