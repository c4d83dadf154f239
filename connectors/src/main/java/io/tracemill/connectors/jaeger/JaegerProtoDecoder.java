package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes one {@code jaeger.api_v2.Span} with its process in protobuf, the encoding {@code
 * jaeger_proto}, without generated classes and without making an object a span.
 *
 * <p>A message needs a trace id of 8 or 16 bytes, a span id of 8 and a start; Jaeger writes these
 * even if they are zero. This tells the format from OTLP and Zipkin, which have only messages in
 * field 1.
 */
public final class JaegerProtoDecoder implements RecordDecoder {
  private static final int TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int SPAN_ID = tag(2, LENGTH_DELIMITED);
  private static final int OPERATION_NAME = tag(3, LENGTH_DELIMITED);
  private static final int REFERENCES = tag(4, LENGTH_DELIMITED);
  private static final int START_TIME = tag(6, LENGTH_DELIMITED);
  private static final int DURATION = tag(7, LENGTH_DELIMITED);
  private static final int TAGS = tag(8, LENGTH_DELIMITED);
  private static final int PROCESS = tag(10, LENGTH_DELIMITED);

  private static final int PROCESS_SERVICE_NAME = tag(1, LENGTH_DELIMITED);
  private static final int PROCESS_TAGS = tag(2, LENGTH_DELIMITED);

  private static final int REFERENCE_TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int REFERENCE_SPAN_ID = tag(2, LENGTH_DELIMITED);
  private static final int REFERENCE_TYPE = tag(3, VARINT);
  private static final int FOLLOWS_FROM = 1;

  private static final int SECONDS = tag(1, VARINT);
  private static final int NANOS = tag(2, VARINT);

  private final ProtoCursor cursor = new ProtoCursor();
  private final Tag tag = new Tag();
  private final Id id = new Id();
  private final AttributeKeys keys;
  private final JaegerParent parent = new JaegerParent();
  private final SpanDraft draft;
  private final SpanDraft referenced = new SpanDraft(0);
  private final ResourceDraft process;
  private boolean traceGiven;
  private boolean spanGiven;
  private boolean startGiven;
  private boolean hasReferences;
  private long startNanos;
  private long durationNanos;

  public JaegerProtoDecoder(SpanRules rules) {
    keys = new AttributeKeys(rules.attributes());
    draft = new SpanDraft(keys.size());
    process = ResourceDraft.jaeger(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    cursor.reset(record);
    try {
      readSpan();
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
    process.announceTo(spans);
    process.lendAttributesTo(draft);
    spans.span(draft);
    return DecodeResult.DECODED;
  }

  private void readSpan() throws MalformedRecordException {
    clear();
    while (cursor.next()) {
      readField(cursor.tag());
    }
    if (!traceGiven || !spanGiven || !startGiven) {
      throw new MalformedRecordException("no trace_id, span_id or start_time");
    }
    if (hasReferences) {
      cursor.rewind(0);
      readReferences();
    }
    draft.startNanos(startNanos);
    draft.endNanos(JaegerTime.sum(startNanos, durationNanos));
  }

  private void clear() {
    draft.clear();
    process.clear();
    traceGiven = false;
    spanGiven = false;
    startGiven = false;
    hasReferences = false;
    startNanos = 0;
    durationNanos = 0;
  }

  private void readField(int field) throws MalformedRecordException {
    if (field == TAGS) {
      if (tag.read()) {
        tag.tell(draft, keys);
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
      startNanos = readNanos();
      startGiven = true;
    } else if (field == DURATION) {
      durationNanos = readNanos();
    } else if (field == PROCESS) {
      readProcess();
    } else {
      hasReferences |= field == REFERENCES;
      cursor.skip();
    }
  }

  /** Reads a {@code Timestamp} or a {@code Duration}, which look the same. */
  private long readNanos() throws MalformedRecordException {
    long seconds = 0;
    int nanos = 0;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == SECONDS) {
        seconds = cursor.varint();
      } else if (cursor.tag() == NANOS) {
        nanos = (int) cursor.varint();
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    return JaegerTime.ofSeconds(seconds, nanos);
  }

  private void readProcess() throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == PROCESS_SERVICE_NAME) {
        cursor.slice(process.service());
      } else if (cursor.tag() == PROCESS_TAGS) {
        if (tag.read() && process.keeps(tag.key())) {
          process.attribute(tag.key(), tag.text());
        }
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  /** Reads the span again, now that its ids are known. */
  private void readReferences() throws MalformedRecordException {
    parent.reset();
    while (cursor.next()) {
      if (cursor.tag() == REFERENCES) {
        readReference();
      } else {
        cursor.skip();
      }
    }
  }

  /** Without a trace id, it refers to the span's own trace. */
  private void readReference() throws MalformedRecordException {
    referenced.clear();
    referenced.traceId(draft.traceIdHigh(), draft.traceIdLow());
    boolean readable = false;
    boolean followsFrom = false;
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == REFERENCE_TRACE_ID) {
        id.read(cursor);
        referenced.traceId(id.high(), id.low());
      } else if (cursor.tag() == REFERENCE_SPAN_ID) {
        id.read(cursor);
        readable = id.isSpanId();
        referenced.spanId(readable ? id.low() : 0);
      } else if (cursor.tag() == REFERENCE_TYPE) {
        followsFrom = cursor.varint() == FOLLOWS_FROM;
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    parent.offer(draft, referenced, followsFrom, readable);
  }

  /** An id: 8 or 16 bytes, the most significant first. */
  private static final class Id {
    private static final VarHandle BIG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Slice bytes = new Slice();

    void read(ProtoCursor cursor) throws MalformedRecordException {
      cursor.slice(bytes);
    }

    boolean isTraceId() {
      return isSpanId() || bytes.length() == 2 * Long.BYTES;
    }

    boolean isSpanId() {
      return bytes.length() == Long.BYTES;
    }

    /** The first 64 of 128 bits; 0 if there are only 64, or it is not an id. */
    long high() {
      return bytes.length() == 2 * Long.BYTES ? (long) BIG.get(bytes.array(), bytes.offset()) : 0;
    }

    /** The last 64 bits; 0 if it is not an id. */
    long low() {
      return isTraceId()
          ? (long) BIG.get(bytes.array(), bytes.offset() + bytes.length() - Long.BYTES)
          : 0;
    }
  }

  /** A {@code KeyValue}. */
  private final class Tag extends JaegerTag {
    private static final int KEY = tag(1, LENGTH_DELIMITED);
    private static final int TYPE = tag(2, VARINT);
    private static final int STRING_VALUE = tag(3, LENGTH_DELIMITED);
    private static final int BOOL_VALUE = tag(4, VARINT);
    private static final int INT_VALUE = tag(5, VARINT);
    private static final int DOUBLE_VALUE = tag(6, FIXED64);

    @Override
    boolean read() throws MalformedRecordException {
      clear();
      int outer = cursor.enter();
      while (cursor.next()) {
        readValue(cursor.tag());
      }
      cursor.leave(outer);
      return hasText();
    }

    private void readValue(int field) throws MalformedRecordException {
      if (field == KEY) {
        cursor.slice(key);
      } else if (field == STRING_VALUE) {
        cursor.slice(string);
      } else if (field == TYPE) {
        type = (int) cursor.varint();
      } else if (field == BOOL_VALUE) {
        bool = cursor.varint() != 0;
      } else if (field == INT_VALUE) {
        integer = cursor.varint();
      } else if (field == DOUBLE_VALUE) {
        floating = Double.longBitsToDouble(cursor.fixed64());
      } else {
        cursor.skip();
      }
    }
  }
}
