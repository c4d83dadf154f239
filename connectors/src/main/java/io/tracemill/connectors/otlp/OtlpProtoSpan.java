package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.StatusCodes;

/** Reads one {@code Span} of OTLP's protobuf into a draft, which is reused for the next. */
final class OtlpProtoSpan {
  private static final int TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int SPAN_ID = tag(2, LENGTH_DELIMITED);
  private static final int PARENT_SPAN_ID = tag(4, LENGTH_DELIMITED);
  private static final int NAME = tag(5, LENGTH_DELIMITED);
  private static final int KIND = tag(6, VARINT);
  private static final int START_TIME = tag(7, FIXED64);
  static final int END_TIME = tag(8, FIXED64);
  private static final int ATTRIBUTES = tag(9, LENGTH_DELIMITED);
  private static final int LINKS = tag(13, LENGTH_DELIMITED);
  private static final int STATUS = tag(15, LENGTH_DELIMITED);

  private static final int STATUS_CODE = tag(3, VARINT);
  private static final int STATUS_CODE_OK = 1;
  private static final int STATUS_CODE_ERROR = 2;
  private static final int LINK_TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int LINK_SPAN_ID = tag(2, LENGTH_DELIMITED);

  private final ProtoCursor cursor;
  private final OtlpProtoAttribute attribute;
  private final AttributeKeys keys;
  private final AttributeKeys keysAndStatus;
  private final SpanDraft draft;
  private final SpanDraft linked = new SpanDraft(0);
  private final Slice id = new Slice();
  private boolean parentGiven;
  private boolean hasLinks;

  OtlpProtoSpan(ProtoCursor cursor, OtlpProtoAttribute attribute, AttributeKeys keys) {
    this.cursor = cursor;
    this.attribute = attribute;
    this.keys = keys;
    keysAndStatus = keys.and(StatusCodes.NAMES);
    draft = new SpanDraft(keys.size());
  }

  /** Reads the current field. */
  SpanDraft read() throws MalformedRecordException {
    draft.clear();
    parentGiven = false;
    hasLinks = false;
    int outer = cursor.enter();
    int begin = cursor.offset();
    while (cursor.next()) {
      readField(cursor.tag());
    }
    if (parentGiven && draft.parentIdValid() && draft.parentId() == draft.spanId()) {
      draft.parentId(0);
      parentGiven = false;
    }
    if (hasLinks && !parentGiven) {
      cursor.rewind(begin);
      adoptLink();
    }
    cursor.leave(outer);
    return draft;
  }

  private void readField(int tag) throws MalformedRecordException {
    if (tag == TRACE_ID) {
      cursor.slice(id);
      draft.traceId(id.array(), id.offset(), id.length());
    } else if (tag == SPAN_ID) {
      cursor.slice(id);
      draft.spanId(id.array(), id.offset(), id.length());
    } else if (tag == PARENT_SPAN_ID) {
      cursor.slice(id);
      draft.parentId(id.array(), id.offset(), id.length());
      parentGiven = draft.parentId() != 0 || (!id.isEmpty() && id.length() != Long.BYTES);
    } else if (tag == NAME) {
      cursor.slice(draft.name());
    } else if (tag == KIND) {
      draft.kind(SpanKind.ofNumber((int) cursor.varint()));
    } else if (tag == START_TIME) {
      draft.startNanos(cursor.fixed64());
    } else if (tag == END_TIME) {
      draft.endNanos(cursor.fixed64());
    } else if (tag == ATTRIBUTES) {
      readAttribute();
    } else if (tag == STATUS) {
      readStatus();
    } else {
      hasLinks |= tag == LINKS;
      cursor.skip();
    }
  }

  private void readAttribute() throws MalformedRecordException {
    int index = attribute.read(cursor, keysAndStatus);
    if (index >= 0 && index < keys.size()) {
      draft.attribute(index).set(attribute.text());
    }
    if (index >= 0 && StatusCodes.isKey(attribute.key())) {
      StatusCodes.tell(draft, attribute.key(), attribute.status());
    }
  }

  private void readStatus() throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == STATUS_CODE) {
        int code = (int) cursor.varint();
        draft.error(code == STATUS_CODE_ERROR);
        draft.ok(code == STATUS_CODE_OK);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  /**
   * Reads the span again, now that its ids are known: the first link to another span of its trace
   * is the parent, which does not wait (semantics 4).
   */
  private void adoptLink() throws MalformedRecordException {
    while (cursor.next()) {
      if (cursor.tag() == LINKS) {
        readLink();
        if (isParent(linked)) {
          draft.parentId(linked.spanId());
          draft.async(true);
          return;
        }
      } else {
        cursor.skip();
      }
    }
  }

  private boolean isParent(SpanDraft other) {
    return other.traceIdHigh() == draft.traceIdHigh()
        && other.traceIdLow() == draft.traceIdLow()
        && other.spanId() != 0
        && other.spanId() != draft.spanId();
  }

  private void readLink() throws MalformedRecordException {
    linked.clear();
    int outer = cursor.enter();
    while (cursor.next()) {
      int tag = cursor.tag();
      if (tag == LINK_TRACE_ID) {
        cursor.slice(id);
        linked.traceId(id.array(), id.offset(), id.length());
      } else if (tag == LINK_SPAN_ID) {
        cursor.slice(id);
        linked.spanId(id.array(), id.offset(), id.length());
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }
}
