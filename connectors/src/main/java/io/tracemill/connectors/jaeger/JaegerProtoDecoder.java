package io.tracemill.connectors.jaeger;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.Bytes;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.OpenSpan;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanLink;
import io.tracemill.connectors.decoding.SpanSink;
import io.tracemill.connectors.decoding.ValueType;

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
  private final OpenSpan span;
  private final Slice text = new Slice();
  private boolean traceGiven;
  private boolean spanGiven;
  private boolean startGiven;

  public JaegerProtoDecoder(SpanRules rules) {
    this(new AttributeKeys(rules.attributes()));
  }

  /** A decoder that keeps the attributes with these keys. */
  public JaegerProtoDecoder(AttributeKeys keys) {
    span = new OpenSpan(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, SpanSink spans) {
    cursor.reset(record);
    try {
      readSpan();
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
    spans.span(span.resource(), span.finish());
    return DecodeResult.DECODED;
  }

  private void readSpan() throws MalformedRecordException {
    span.clear();
    traceGiven = false;
    spanGiven = false;
    startGiven = false;
    while (cursor.next()) {
      readField(cursor.tag());
    }
    if (!traceGiven || !spanGiven || !startGiven) {
      throw new MalformedRecordException("no trace_id, span_id or start_time");
    }
  }

  private void readField(int field) throws MalformedRecordException {
    if (field == TAGS) {
      if (tag.read() && span.keeps(tag.key)) {
        span.tag(tag.key, tag.text(), tag.valueType());
      }
    } else if (field == TRACE_ID) {
      id.read(cursor);
      traceGiven = id.isTraceId();
      span.draft().traceId(id.high(), id.low());
    } else if (field == SPAN_ID) {
      id.read(cursor);
      spanGiven = id.isSpanId();
      span.draft().spanId(spanGiven ? id.low() : 0);
    } else if (field == OPERATION_NAME) {
      cursor.slice(span.draft().name());
    } else if (field == REFERENCES) {
      readReference(span.link(SpanLink.Kind.CHILD_OF));
    } else if (field == START_TIME) {
      span.start(readNanos());
      startGiven = true;
    } else if (field == DURATION) {
      span.duration(readNanos());
    } else if (field == PROCESS) {
      readProcess(span.resource());
    } else {
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
    return OpenSpan.nanosOfSeconds(seconds, nanos);
  }

  private void readProcess(ResourceDraft process) throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == PROCESS_SERVICE_NAME) {
        cursor.slice(text);
        process.service(text);
      } else if (cursor.tag() == PROCESS_TAGS) {
        if (tag.read() && process.keeps(tag.key)) {
          process.attribute(tag.key, tag.text(), tag.valueType());
        }
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private void readReference(SpanLink link) throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == REFERENCE_TRACE_ID) {
        id.read(cursor);
        link.traceId(id.high(), id.low());
      } else if (cursor.tag() == REFERENCE_SPAN_ID) {
        id.read(cursor);
        if (id.isSpanId()) {
          link.spanId(id.low());
        }
      } else if (cursor.tag() == REFERENCE_TYPE) {
        boolean follows = cursor.varint() == FOLLOWS_FROM;
        link.kind(follows ? SpanLink.Kind.FOLLOWS_FROM : SpanLink.Kind.CHILD_OF);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  /** An id: 8 or 16 bytes, the most significant first. */
  private static final class Id {
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
      return bytes.length() == 2 * Long.BYTES
          ? Bytes.bigEndianLong(bytes.array(), bytes.offset())
          : 0;
    }

    /** The last 64 bits; 0 if it is not an id. */
    long low() {
      return isTraceId()
          ? Bytes.bigEndianLong(bytes.array(), bytes.offset() + bytes.length() - Long.BYTES)
          : 0;
    }
  }

  /** A {@code KeyValue}. */
  private final class Tag {
    private static final int KEY = tag(1, LENGTH_DELIMITED);
    private static final int TYPE = tag(2, VARINT);
    private static final int STRING_VALUE = tag(3, LENGTH_DELIMITED);
    private static final int BOOL_VALUE = tag(4, VARINT);
    private static final int INT_VALUE = tag(5, VARINT);
    private static final int DOUBLE_VALUE = tag(6, FIXED64);

    private static final int STRING = 0;
    private static final int BOOL = 1;
    private static final int INT64 = 2;
    private static final int FLOAT64 = 3;

    private final Slice key = new Slice();
    private final Slice string = new Slice();
    private int type;
    private boolean bool;
    private long integer;
    private double floating;

    /** Reads the current tag; returns whether it has a text, as all but binary tags do. */
    boolean read() throws MalformedRecordException {
      key.clear();
      string.clear();
      type = STRING;
      bool = false;
      integer = 0;
      floating = 0;
      int outer = cursor.enter();
      while (cursor.next()) {
        readValue(cursor.tag());
      }
      cursor.leave(outer);
      return type >= STRING && type <= FLOAT64;
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

    ValueType valueType() {
      return switch (type) {
        case BOOL -> ValueType.BOOL;
        case INT64 -> ValueType.INTEGER;
        case FLOAT64 -> ValueType.DOUBLE;
        default -> ValueType.TEXT;
      };
    }

    /** The value; valid as long as the record. It is made on demand: most tags are dropped. */
    Slice text() {
      switch (type) {
        case BOOL -> string.set(Boolean.toString(bool));
        case INT64 -> string.set(Long.toString(integer));
        case FLOAT64 -> string.set(Double.toString(floating));
        default -> {}
      }
      return string;
    }
  }
}
