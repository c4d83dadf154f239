package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.HttpStatus;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.SpanTags;
import java.io.IOException;

/** A tag in one of Jaeger's formats; reused for the next tag. */
abstract class JaegerTag {
  static final int STRING = 0;
  static final int BOOL = 1;
  static final int INT64 = 2;
  static final int FLOAT64 = 3;
  static final int BINARY = 4;

  final Slice key = new Slice();
  final Slice string = new Slice();
  int type;
  boolean bool;
  long integer;
  double floating;

  /** Reads the current tag; returns whether it has a text, as all but binary tags do. */
  abstract boolean read() throws IOException, MalformedRecordException;

  /** Resets all members to their defaults. */
  final void clear() {
    key.clear();
    string.clear();
    type = STRING;
    bool = false;
    integer = 0;
    floating = 0;
  }

  final boolean hasText() {
    return type >= STRING && type <= FLOAT64;
  }

  final Slice key() {
    return key;
  }

  /**
   * The value; valid as long as the record. It is made on demand, because most tags are dropped.
   */
  final Slice text() {
    switch (type) {
      case BOOL -> string.set(Boolean.toString(bool));
      case INT64 -> string.set(Long.toString(integer));
      case FLOAT64 -> string.set(Double.toString(floating));
      default -> {}
    }
    return string;
  }

  /**
   * Copies the tag into {@code span}: its kind, whether it failed, or a configured attribute. A
   * span failed if {@code error} is not false, {@code otel.status_code} is {@code ERROR}, or a
   * server answered with an HTTP status of 5xx.
   */
  final void tell(SpanDraft span, AttributeKeys keys) {
    int meaning = SpanTags.meaning(key);
    if (meaning == SpanTags.KIND_MEANING) {
      span.kind(SpanTags.kind(text()));
    } else if (meaning >= 0 && SpanTags.isFailure(meaning, text())) {
      span.error(true);
    } else if (HttpStatus.isKey(key)) {
      span.httpStatus(HttpStatus.of(text()));
    }
    int index = keys.indexOf(key);
    if (index >= 0) {
      span.attribute(index).set(text());
    }
  }
}
