package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.SpanTags;
import java.util.List;

/**
 * What a span's tags say: its kind, whether it failed, and the configured attributes. A span failed
 * if {@code error} is true or {@code otel.status_code} is {@code ERROR}.
 */
final class JaegerSpanTags {
  private static final AttributeKeys MEANINGFUL = new AttributeKeys(SpanTags.MEANINGFUL);
  private static final int KIND = SpanTags.MEANINGFUL.indexOf(SpanTags.SPAN_KIND);
  private static final AttributeKeys KINDS = new AttributeKeys(SpanTags.KINDS);
  private static final AttributeKeys FAILURES =
      new AttributeKeys(List.of("true", SpanTags.STATUS_ERROR));

  private final AttributeKeys keys;

  JaegerSpanTags(AttributeKeys keys) {
    this.keys = keys;
  }

  void put(JaegerTag tag, SpanDraft span) {
    int meaning = MEANINGFUL.indexOf(tag.key());
    if (meaning == KIND) {
      span.kind(kind(tag.text()));
    } else if (meaning >= 0 && isFailure(tag.text())) {
      span.error(true);
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

  /** Whether a status of this text is an error. */
  static boolean isFailure(Slice text) {
    return FAILURES.indexOf(text) >= 0;
  }
}
