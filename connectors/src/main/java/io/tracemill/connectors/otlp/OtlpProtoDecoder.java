package io.tracemill.connectors.otlp;

import static io.tracemill.connectors.decoding.ProtoCursor.LENGTH_DELIMITED;
import static io.tracemill.connectors.decoding.ProtoCursor.tag;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.decoding.ResourceDraft;

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
  static final int SPANS = tag(2, LENGTH_DELIMITED);

  private final ProtoCursor cursor = new ProtoCursor();
  private final OtlpProtoAttribute attribute = new OtlpProtoAttribute();
  private final OtlpProtoSpan span;
  private final ResourceDraft resource;

  public OtlpProtoDecoder(SpanRules rules) {
    AttributeKeys keys = new AttributeKeys(rules.attributes());
    span = new OtlpProtoSpan(cursor, attribute, keys);
    resource = ResourceDraft.otlp(keys);
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    cursor.reset(record);
    try {
      while (cursor.next()) {
        if (cursor.tag() == RESOURCE_SPANS) {
          readResourceSpans(spans);
        } else {
          cursor.skip();
        }
      }
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
  }

  /** Reads the message twice: the resource may come after its spans. */
  private void readResourceSpans(FragmentBuilder spans) throws MalformedRecordException {
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
    resource.announceTo(spans);
    cursor.rewind(begin);
    while (cursor.next()) {
      if (cursor.tag() == SCOPE_SPANS) {
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
          resource.attribute(attribute.key(), attribute.text());
        }
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }

  private void readScopeSpans(FragmentBuilder spans) throws MalformedRecordException {
    int outer = cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() == SPANS) {
        SpanDraft draft = span.read();
        resource.lendAttributesTo(draft);
        spans.span(draft);
      } else {
        cursor.skip();
      }
    }
    cursor.leave(outer);
  }
}
