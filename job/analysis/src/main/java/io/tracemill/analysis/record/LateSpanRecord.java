package io.tracemill.analysis.record;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/** A span that arrived after its trace had closed: a record of {@code late-spans}. */
public record LateSpanRecord(
    String traceId,
    String spanId,
    Optional<String> parentId,
    String service,
    String operation,
    long startNanos,
    long durationNanos,
    long recordTimeMillis,
    long deadlineMillis)
    implements StreamRecord {
  /** The record of a span. */
  public static LateSpanRecord of(LateSpan span) {
    return new LateSpanRecord(
        span.traceId().hex(),
        TraceId.spanIdHex(span.spanId()),
        span.parentId() == 0 ? Optional.empty() : Optional.of(TraceId.spanIdHex(span.parentId())),
        span.service(),
        span.operation(),
        span.startNanos(),
        span.durationNanos(),
        span.recordTimeMillis(),
        span.deadlineMillis());
  }

  @Override
  public List<String> key() {
    return List.of(traceId);
  }

  @Override
  public List<Frame> about() {
    return List.of();
  }
}
