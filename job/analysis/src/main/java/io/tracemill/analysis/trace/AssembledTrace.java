package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import java.util.List;

/**
 * The fragments of a closed trace.
 *
 * @param deadlineMillis when it closed; its event time for every window
 * @param truncated whether a cap closed it before all its spans arrived
 * @param cappedSpans number of spans that the cap dropped
 * @param reopened whether the trace had closed before; then only asynchronous spans open requests,
 *     and all other spans are late (semantics 3)
 * @param fragments in no particular order
 * @param endpoint the endpoint of the trace; for a reopened trace, that of its earlier analysis, if
 *     any; else unknown until the trace is analysed
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

  /** A trace without an analysed request. */
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
