package io.tracemill.connectors.zipkin;

import static io.tracemill.connectors.decoding.ProtoCursor.FIXED64;
import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.VARINT;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.Bytes;
import io.tracemill.analysis.span.Slice;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.OpenSpan;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.SpanSink;

/**
 * Decodes Zipkin's {@code ListOfSpans} in protobuf, without making an object a span.
 *
 * <p>It is stricter than protobuf's parser, to recognise records of other formats. A known field
 * with the wrong wire type makes the record malformed. So does an id or address of invalid length,
 * or a span without any id.
 */
public final class ZipkinProtoDecoder implements RecordDecoder {
  private static final int SPANS = tag(1, LENGTH_DELIMITED);

  private static final int TRACE_ID = tag(1, LENGTH_DELIMITED);
  private static final int PARENT_ID = tag(2, LENGTH_DELIMITED);
  private static final int ID = tag(3, LENGTH_DELIMITED);
  private static final int KIND = tag(4, VARINT);
  private static final int NAME = tag(5, LENGTH_DELIMITED);
  private static final int TIMESTAMP = tag(6, FIXED64);
  private static final int DURATION = tag(7, VARINT);
  private static final int LOCAL_ENDPOINT = tag(8, LENGTH_DELIMITED);
  private static final int REMOTE_ENDPOINT = tag(9, LENGTH_DELIMITED);
  private static final int ANNOTATIONS = tag(10, LENGTH_DELIMITED);
  private static final int TAGS = tag(11, LENGTH_DELIMITED);
  private static final int DEBUG = tag(12, VARINT);
  private static final int SHARED = tag(13, VARINT);
  private static final int LAST_FIELD = 13;

  private static final int SERVICE_NAME = tag(1, LENGTH_DELIMITED);
  private static final int IPV4 = tag(2, LENGTH_DELIMITED);
  private static final int IPV6 = tag(3, LENGTH_DELIMITED);
  private static final int ANNOTATION_TIMESTAMP = tag(1, FIXED64);
  private static final int TAG_KEY = tag(1, LENGTH_DELIMITED);
  private static final int TAG_VALUE = tag(2, LENGTH_DELIMITED);

  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  /** By Zipkin's number. */
  private static final SpanKind[] KINDS = {
    SpanKind.UNSPECIFIED, SpanKind.CLIENT, SpanKind.SERVER, SpanKind.PRODUCER, SpanKind.CONSUMER
  };

  private final ProtoCursor cursor = new ProtoCursor();
  private final OpenSpan span;
  private boolean identified;
  private final IpText addresses = new IpText();
  private final Slice id = new Slice();
  private final Slice ipv4 = new Slice();
  private final Slice ipv6 = new Slice();
  private final Slice key = new Slice();
  private final Slice value = new Slice();

  public ZipkinProtoDecoder(SpanRules rules) {
    this(new AttributeKeys(rules.attributes()));
  }

  /** A decoder that keeps the attributes with these keys. */
  public ZipkinProtoDecoder(AttributeKeys keys) {
    span = new OpenSpan(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, SpanSink spans) {
    cursor.reset(record);
    try {
      while (cursor.next()) {
        if (cursor.tag() == SPANS) {
          readSpan();
          spans.span(span.resource(), span.finish());
        } else {
          skipUnknown(1);
        }
      }
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
  }

  private void readSpan() throws MalformedRecordException {
    span.clear();
    span.draft().part(true);
    identified = false;
    int outer = cursor.enter();
    while (cursor.next()) {
      readField(cursor.tag());
    }
    cursor.leave(outer);
    if (!identified) {
      throw new MalformedRecordException("a span with neither a trace id nor an id");
    }
  }

  private void readField(int tag) throws MalformedRecordException {
    if (tag == TRACE_ID) {
      readTraceId();
    } else if (tag == PARENT_ID) {
      span.parent(readId());
    } else if (tag == ID) {
      span.draft().spanId(readId());
      identified = true;
    } else if (tag == KIND) {
      span.draft().kind(kind((int) cursor.varint()));
    } else if (tag == NAME) {
      cursor.slice(span.draft().name());
    } else if (tag == TIMESTAMP) {
      span.start(OpenSpan.nanosOfMicros(cursor.fixed64()));
    } else if (tag == DURATION) {
      span.duration(OpenSpan.nanosOfMicros(cursor.varint()));
    } else if (tag == LOCAL_ENDPOINT) {
      readLocalEndpoint();
    } else if (tag == ANNOTATIONS) {
      readAnnotation();
    } else if (tag == TAGS) {
      readTag();
    } else if (tag == REMOTE_ENDPOINT || tag == DEBUG || tag == SHARED) {
      cursor.skip();
    } else {
      skipUnknown(LAST_FIELD);
    }
  }

  /** Skips an unknown field; a known number here means a wrong type. */
  private void skipUnknown(int lastKnown) throws MalformedRecordException {
    int number = cursor.tag() >>> 3;
    if (number <= lastKnown) {
      throw new MalformedRecordException(
          "field %d of wire type %d".formatted(number, cursor.tag() & 7));
    }
    cursor.skip();
  }

  private void readTraceId() throws MalformedRecordException {
    cursor.slice(id);
    identified |= !id.isEmpty();
    switch (id.length()) {
      case 2 * Long.BYTES -> span.draft().traceId(longAt(0), longAt(Long.BYTES));
      case Long.BYTES -> span.draft().traceId(0, longAt(0));
      case 0 -> {}
      default ->
          throw new MalformedRecordException("a trace id of %d bytes".formatted(id.length()));
    }
  }

  /** An id of 8 bytes; 0 if there is none. */
  private long readId() throws MalformedRecordException {
    cursor.slice(id);
    return switch (id.length()) {
      case Long.BYTES -> longAt(0);
      case 0 -> 0;
      default -> throw new MalformedRecordException("an id of %d bytes".formatted(id.length()));
    };
  }

  private long longAt(int offset) {
    return Bytes.bigEndianLong(id.array(), id.offset() + offset);
  }

  private static SpanKind kind(int number) {
    return number >= 0 && number < KINDS.length ? KINDS[number] : SpanKind.UNSPECIFIED;
  }

  private void readLocalEndpoint() throws MalformedRecordException {
    ipv4.clear();
    ipv6.clear();
    int outer = cursor.enter();
    while (cursor.next()) {
      int tag = cursor.tag();
      if (tag == SERVICE_NAME) {
        cursor.slice(value);
        span.resource().service(value);
      } else if (tag == IPV4) {
        readAddress(ipv4, IPV4_BYTES);
      } else if (tag == IPV6) {
        readAddress(ipv6, IPV6_BYTES);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    if (!ipv4.isEmpty() || !ipv6.isEmpty()) {
      span.resource().address().set(addresses.of(ipv4.isEmpty() ? ipv6 : ipv4));
    }
  }

  private void readAddress(Slice address, int length) throws MalformedRecordException {
    cursor.slice(address);
    if (!address.isEmpty() && address.length() != length) {
      throw new MalformedRecordException("an address of %d bytes".formatted(address.length()));
    }
  }

  private void readAnnotation() throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == ANNOTATION_TIMESTAMP) {
        span.annotation(OpenSpan.nanosOfMicros(cursor.fixed64()));
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private void readTag() throws MalformedRecordException {
    key.clear();
    value.clear();
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == TAG_KEY) {
        cursor.slice(key);
      } else if (cursor.tag() == TAG_VALUE) {
        cursor.slice(value);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
    span.zipkinTag(key, value);
  }
}
