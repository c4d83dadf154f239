package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ProtoCursor;
import io.tracemill.connectors.decoding.RecordDecoder;

/**
 * Decodes one {@code jaeger.api_v2.Span} with its process in protobuf, the encoding {@code
 * jaeger_proto}, without generated classes and without making an object a span.
 *
 * <p>A message without a trace id of 8 or 16 bytes, a span id of 8 and a start is not one: Jaeger
 * writes these even where they are zero. That tells it from OTLP and Zipkin, whose records have
 * nothing but messages in field 1.
 */
public final class JaegerProtoDecoder implements RecordDecoder {
  private final ProtoCursor cursor = new ProtoCursor();
  private final JaegerProtoSpan span;

  public JaegerProtoDecoder(SpanRules rules) {
    span = new JaegerProtoSpan(cursor, new AttributeKeys(rules.attributes()));
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    cursor.reset(record);
    try {
      SpanDraft draft = span.read();
      span.process().announceTo(spans);
      span.process().lendAttributesTo(draft);
      spans.span(draft);
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    }
  }
}
