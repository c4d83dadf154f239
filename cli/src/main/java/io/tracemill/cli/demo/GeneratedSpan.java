package io.tracemill.cli.demo;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;

/**
 * A span as its host wrote it.
 *
 * @param parentId the span above, {@link #NO_PARENT} at the root
 * @param startNanos since the epoch, by the host's clock
 * @param endNanos likewise
 */
record GeneratedSpan(
    TraceId traceId,
    long spanId,
    long parentId,
    Host host,
    SpanKind kind,
    String name,
    long startNanos,
    long endNanos,
    boolean failed) {
  static final long NO_PARENT = 0;

  /** When it started, by a clock that is right. */
  long trueStartNanos() {
    return startNanos - host.offsetNanos();
  }

  /** When it ended, by a clock that is right. */
  long trueEndNanos() {
    return endNanos - host.offsetNanos();
  }
}
