package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.HttpStatus;
import io.tracemill.connectors.decoding.SpanTags;
import java.util.List;

/**
 * What a span's tags say: its kind, whether it failed, and the configured attributes. A span failed
 * if {@code error} has any value but false, {@code otel.status_code} is {@code ERROR}, or it is a
 * server that answered with an HTTP status of 5xx.
 */
final class JaegerSpanTags {
  private static final AttributeKeys MEANINGFUL = new AttributeKeys(SpanTags.MEANINGFUL);
  private static final int ERROR = SpanTags.MEANINGFUL.indexOf(SpanTags.ERROR);
  private static final int KIND = SpanTags.MEANINGFUL.indexOf(SpanTags.SPAN_KIND);
  private static final AttributeKeys KINDS = new AttributeKeys(SpanTags.KINDS);
  private static final AttributeKeys NO_ERROR = new AttributeKeys(List.of(SpanTags.NO_ERROR));
  private static final AttributeKeys STATUS_ERROR =
      new AttributeKeys(List.of(SpanTags.STATUS_ERROR));

  private final AttributeKeys keys;

  JaegerSpanTags(AttributeKeys keys) {
    this.keys = keys;
  }

  void put(JaegerTag tag, SpanDraft span) {
    int meaning = MEANINGFUL.indexOf(tag.key());
    if (meaning == KIND) {
      span.kind(kind(tag.text()));
    } else if (meaning >= 0 && isFailure(meaning == ERROR, tag.text())) {
      span.error(true);
    } else if (HttpStatus.isKey(tag.key())) {
      span.httpStatus(HttpStatus.of(tag.text()));
    }
    int index = keys.indexOf(tag.key());
    if (index >= 0) {
      span.attribute(index).set(tag.text());
    }
  }

  /** The kind with this name; any other text is none. */
  static SpanKind kind(Slice text) {
    return SpanKind.ofNumber(1 + KINDS.indexOf(text));
  }

  /** Whether the tag {@code error}, or else the one of the status, of this text is a failure. */
  static boolean isFailure(boolean error, Slice text) {
    return error ? NO_ERROR.indexOf(text) < 0 : STATUS_ERROR.indexOf(text) >= 0;
  }
}
