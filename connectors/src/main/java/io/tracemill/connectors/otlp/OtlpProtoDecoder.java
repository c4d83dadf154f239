package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;
import io.tracemill.connectors.decoding.SpanSink;
import io.tracemill.connectors.decoding.ValueType;

/**
 * Decodes an {@code ExportTraceServiceRequest} of OTLP 1 in protobuf, without generated classes and
 * without making an object a span (architecture 1: six times as fast).
 *
 * <p>It accepts the same messages as protobuf's parser, with the same spans, except varints longer
 * than ten bytes. It also accepts more: it passes on names that are not valid UTF-8 and does not
 * validate skipped fields.
 */
public final class OtlpProtoDecoder implements RecordDecoder {
  static final int RESOURCE_SPANS = tag(1, LENGTH_DELIMITED);
  private static final int RESOURCE = tag(1, LENGTH_DELIMITED);
  private static final int RESOURCE_ATTRIBUTES = tag(1, LENGTH_DELIMITED);
  static final int SCOPE_SPANS = tag(2, LENGTH_DELIMITED);

  /** {@code instrumentation_library_spans}, which versions 0.15 to 0.18 have here. */
  private static final int LIBRARY_SPANS = tag(1000, LENGTH_DELIMITED);

  static final int SPANS = tag(2, LENGTH_DELIMITED);

  /** A field of Tempo's {@code PushBytesRequest}; each value is a request of its own. */
  private static final int TEMPO_TRACES = tag(2, LENGTH_DELIMITED);

  private final ProtoCursor cursor = new ProtoCursor();
  private final OtlpProtoAttribute attribute = new OtlpProtoAttribute();
  private final OtlpProtoSpan span;
  private final ResourceDraft resource;
  private final boolean tempo;

  public OtlpProtoDecoder(SpanRules rules) {
    this(rules, false);
  }

  private OtlpProtoDecoder(SpanRules rules, boolean tempo) {
    AttributeKeys keys = new AttributeKeys(rules.attributes());
    span = new OtlpProtoSpan(cursor, attribute, keys);
    resource = new ResourceDraft(keys);
    this.tempo = tempo;
  }

  /** A decoder of what Tempo's distributors write to Kafka: a {@code PushBytesRequest}. */
  public static RecordDecoder ofTempo(SpanRules rules) {
    return new OtlpProtoDecoder(rules, true);
  }

  @Override
  public DecodeResult decode(byte[] record, SpanSink spans) {
    cursor.reset(record);
    try {
      if (tempo) {
        readTraces(spans);
      } else {
        readRequest(spans);
      }
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
  }

  private void readTraces(SpanSink spans) throws MalformedRecordException {
    while (cursor.next()) {
      if (cursor.tag() == TEMPO_TRACES) {
        int outer = cursor.enter();
        readRequest(spans);
        cursor.leave(outer);
      } else {
        cursor.skip();
      }
    }
  }

  private void readRequest(SpanSink spans) throws MalformedRecordException {
    while (cursor.next()) {
      if (cursor.tag() == RESOURCE_SPANS) {
        readResourceSpans(spans);
      } else {
        cursor.skip();
      }
    }
  }

  /** Reads the message twice: the resource may come after its spans. */
  private void readResourceSpans(SpanSink spans) throws MalformedRecordException {
    int outer = cursor.enter();
    int begin = cursor.offset();
    resource.clear();
    while (cursor.next()) {
      if (cursor.tag() == RESOURCE) {
        readResource();
      } else {
        cursor.skip();
      }
    }
    cursor.rewind(begin);
    while (cursor.next()) {
      if (cursor.tag() == SCOPE_SPANS || cursor.tag() == LIBRARY_SPANS) {
        readScopeSpans(spans);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private void readResource() throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == RESOURCE_ATTRIBUTES) {
        attribute.read(cursor);
        if (attribute.hasText() && resource.keeps(attribute.key())) {
          resource.attribute(attribute.key(), attribute.text(), ValueType.TEXT);
        }
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private void readScopeSpans(SpanSink spans) throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == SPANS) {
        spans.span(resource, span.read());
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }
}
