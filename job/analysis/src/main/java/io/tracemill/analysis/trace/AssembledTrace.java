package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import java.util.List;

/**
 * The fragments that belong to a trace, once it is closed.
 *
 * @param deadlineMillis when it closed; its event time for every window
 * @param truncated whether a cap closed it before all its spans were there
 * @param cappedSpans spans that the cap kept out
 * @param reopened whether the trace had closed before: only what an asynchronous span opened is a
 *     request then, the rest came late (semantics 3)
 * @param fragments in no particular order
 * @param endpoint what the trace is remembered by: of one that had closed before, if it was
 *     analysed then, what was said of it; of any other, unknown until it is analysed
 */
public record AssembledTrace(
    TraceId traceId,
    long deadlineMillis,
    boolean truncated,
    int cappedSpans,
    boolean reopened,
    List<Fragment> fragments,
    TraceEndpoint endpoint) {
  public AssembledTrace {
    fragments = List.copyOf(fragments);
  }

  /** A trace of which no request has been analysed. */
  public AssembledTrace(
      TraceId traceId,
      long deadlineMillis,
      boolean truncated,
      int cappedSpans,
      boolean reopened,
      List<Fragment> fragments) {
    this(
        traceId,
        deadlineMillis,
        truncated,
        cappedSpans,
        reopened,
        fragments,
        TraceEndpoint.unknown());
  }
}
