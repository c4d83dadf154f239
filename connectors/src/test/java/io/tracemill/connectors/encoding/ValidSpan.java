package io.tracemill.connectors.encoding;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;

/** Tells which spans the job rejects in any configuration. Not every format can hold them. */
public final class ValidSpan {
  private static final int TRACE_ID_BYTES = 16;
  private static final int SPAN_ID_BYTES = 8;

  private ValidSpan() {}

  /**
   * Whether its ids have the right lengths and are not zero, its start is known, and it ends later.
   */
  public static boolean test(Span span) {
    long start = span.getStartTimeUnixNano();
    return isId(span.getTraceId(), TRACE_ID_BYTES)
        && isId(span.getSpanId(), SPAN_ID_BYTES)
        && (span.getParentSpanId().isEmpty() || span.getParentSpanId().size() == SPAN_ID_BYTES)
        && start > 0
        && span.getEndTimeUnixNano() >= start;
  }

  private static boolean isId(ByteString id, int bytes) {
    if (id.size() != bytes) {
      return false;
    }
    int bits = 0;
    for (int i = 0; i < bytes; i++) {
      bits |= id.byteAt(i);
    }
    return bits != 0;
  }
}
