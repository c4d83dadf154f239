package io.tracemill.analysis.quality;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.TraceId;

/**
 * A span that arrived after its trace had closed (semantics 3).
 *
 * @param parentId 0 if it has no parent
 * @param startNanos its start by its own host's clock, nanoseconds since the epoch
 * @param durationNanos its duration
 * @param recordTimeMillis event time of its record, milliseconds since the epoch
 * @param deadlineMillis deadline until which late spans of its trace were gathered, milliseconds
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
