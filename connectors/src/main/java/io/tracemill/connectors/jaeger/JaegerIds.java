package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;

/** OTLP's ids as Jaeger has to write them: of their length, zero if they are malformed. */
final class JaegerIds {
  private static final ByteString NO_TRACE = ByteString.copyFrom(new byte[2 * Long.BYTES]);
  private static final ByteString NO_SPAN = ByteString.copyFrom(new byte[Long.BYTES]);

  /** Longer than any id, so that none of the formats can take it for one. */
  private static final ByteString MALFORMED = ByteString.copyFrom(new byte[2 * Long.BYTES + 1]);

  private JaegerIds() {}

  static boolean isTraceId(ByteString id) {
    return id.size() == NO_TRACE.size();
  }

  static boolean isSpanId(ByteString id) {
    return id.size() == NO_SPAN.size();
  }

  static ByteString traceId(ByteString id) {
    return isTraceId(id) ? id : NO_TRACE;
  }

  /** A malformed parent must not look like no parent, or the span would become a root. */
  static ByteString parentId(ByteString id) {
    return isSpanId(id) ? id : MALFORMED;
  }

  static ByteString spanId(ByteString id) {
    return isSpanId(id) ? id : NO_SPAN;
  }
}
