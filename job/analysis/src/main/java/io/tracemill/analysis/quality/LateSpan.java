package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.TraceId;

/**
 * A span that came after its trace had closed (semantics 3).
 *
 * @param parentId 0 where it has no parent
 * @param startNanos by its own host's clock, nanoseconds since the epoch
 * @param durationNanos its duration
 * @param recordTimeMillis event time of its record, milliseconds since the epoch
 * @param deadlineMillis by when all that came too late for its trace was gathered, milliseconds
 *     since the epoch
 */
public record LateSpan(
    TraceId traceId,
    long spanId,
    long parentId,
    String service,
    String operation,
    long startNanos,
    long durationNanos,
    long recordTimeMillis,
    long deadlineMillis) {
  public LateSpan {
    requireNonNull(traceId, "traceId");
    requireNonNull(service, "service");
    requireNonNull(operation, "operation");
  }
}
