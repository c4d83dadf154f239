package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.ResourceDraft;

/** Reads a {@code Span} of Jaeger's protobuf into a draft that is used again for the next. */
final class JaegerProtoSpan {
  private static final int TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int SPAN_ID = tag(2, LENGTH_DELIMITED);
  private static final int OPERATION_NAME = tag(3, LENGTH_DELIMITED);
  private static final int REFERENCES = tag(4, LENGTH_DELIMITED);
  private static final int START_TIME = tag(6, LENGTH_DELIMITED);
  private static final int DURATION = tag(7, LENGTH_DELIMITED);
  private static final int TAGS = tag(8, LENGTH_DELIMITED);
  private static final int PROCESS = tag(10, LENGTH_DELIMITED);

  private static final int SERVICE_NAME = tag(1, LENGTH_DELIMITED);
  private static final int PROCESS_TAGS = tag(2, LENGTH_DELIMITED);

  private final ProtoCursor cursor;
  private final JaegerProtoTag tag = new JaegerProtoTag();
  private final JaegerSpanTags tags;
  private final JaegerProtoReferences references = new JaegerProtoReferences();
  private final JaegerProtoId id = new JaegerProtoId();
  private final JaegerProtoTime start = new JaegerProtoTime();
  private final JaegerProtoTime duration = new JaegerProtoTime();
  private final SpanDraft draft;
  private final ResourceDraft process;
  private boolean traceGiven;
  private boolean spanGiven;
  private boolean hasReferences;

  JaegerProtoSpan(ProtoCursor cursor, AttributeKeys keys) {
    this.cursor = cursor;
    tags = new JaegerSpanTags(keys);
    draft = new SpanDraft(keys.size());
    process = ResourceDraft.jaeger(keys);
  }

  /** Reads the message that the cursor stands at the beginning of. */
  SpanDraft read() throws MalformedRecordException {
    clear();
    int begin = cursor.offset();
    while (cursor.next()) {
      readField(cursor.tag());
    }
    if (!traceGiven || !spanGiven || !start.isGiven()) {
      throw new MalformedRecordException("no trace_id, span_id or start_time");
    }
    if (hasReferences) {
      cursor.rewind(begin);
      readReferences();
    }
    draft.startNanos(start.nanos());
    draft.endNanos(JaegerTime.sum(start.nanos(), duration.nanos()));
    return draft;
  }

  /** The process that wrote the span read last. */
  ResourceDraft process() {
    return process;
  }

  private void clear() {
    draft.clear();
    process.clear();
    start.clear();
    duration.clear();
    traceGiven = false;
    spanGiven = false;
    hasReferences = false;
  }

  private void readField(int field) throws MalformedRecordException {
    if (field == TAGS) {
      if (tag.read(cursor)) {
        tags.put(tag, draft);
      }
    } else if (field == TRACE_ID) {
      id.read(cursor);
      traceGiven = id.isTraceId();
      draft.traceId(id.high(), id.low());
    } else if (field == SPAN_ID) {
      id.read(cursor);
      spanGiven = id.isSpanId();
      draft.spanId(spanGiven ? id.low() : 0);
    } else if (field == OPERATION_NAME) {
      cursor.slice(draft.name());
    } else if (field == START_TIME) {
      start.read(cursor);
    } else if (field == DURATION) {
      duration.read(cursor);
    } else if (field == PROCESS) {
      readProcess();
    } else {
      hasReferences |= field == REFERENCES;
      cursor.skip();
    }
  }

  private void readProcess() throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == SERVICE_NAME) {
        cursor.slice(process.service());
      } else if (cursor.tag() == PROCESS_TAGS) {
        if (tag.read(cursor) && process.keeps(tag.key())) {
          process.attribute(tag.key(), tag.text());
        }
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  /** Goes over the span again, now that its ids are known. */
  private void readReferences() throws MalformedRecordException {
    references.reset();
    while (cursor.next()) {
      if (cursor.tag() == REFERENCES) {
        references.read(cursor, draft);
      } else {
        cursor.skip();
      }
    }
  }
}
