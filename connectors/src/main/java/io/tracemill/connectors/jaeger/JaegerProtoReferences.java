package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;

/** Reads the {@code SpanRef}s of one span, whose ids have to be known. */
final class JaegerProtoReferences {
  private static final int TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int SPAN_ID = tag(2, LENGTH_DELIMITED);
  private static final int TYPE = tag(3, VARINT);
  private static final int FOLLOWS_FROM = 1;

  private final JaegerParent parent = new JaegerParent();
  private final SpanDraft target = new SpanDraft(0);
  private final JaegerProtoId id = new JaegerProtoId();

  /** Expects the references of another span. */
  void reset() {
    parent.reset();
  }

  /** Reads the field that {@code cursor} stands at; without a trace id, it is to the span's own. */
  void read(ProtoCursor cursor, SpanDraft span) throws MalformedRecordException {
    target.clear();
    target.traceId(span.traceIdHigh(), span.traceIdLow());
    boolean readable = false;
    boolean followsFrom = false;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == TRACE_ID) {
        id.read(cursor);
        target.traceId(id.high(), id.low());
      } else if (cursor.tag() == SPAN_ID) {
        id.read(cursor);
        readable = id.isSpanId();
        target.spanId(readable ? id.low() : 0);
      } else if (cursor.tag() == TYPE) {
        followsFrom = cursor.varint() == FOLLOWS_FROM;
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    parent.offer(span, target, followsFrom, readable);
  }
}
