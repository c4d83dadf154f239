package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanDraft;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import java.io.IOException;

/**
 * Decodes one {@code jaeger.api_v2.Span} with its process in protobuf's JSON, the encoding {@code
 * jaeger_json}. Members may have their names in the schema ({@code trace_id}) or in JSON ({@code
 * traceId}). An object must have a trace id, a span id and a start.
 */
public final class JaegerSpanJsonDecoder implements RecordDecoder {
  private final JsonInput json = new JsonInput();
  private final JaegerJsonSpan span;
  private final SpanDraft draft;
  private final JaegerJsonId noTrace = new JaegerJsonId();

  public JaegerSpanJsonDecoder(SpanRules rules) {
    AttributeKeys keys = new AttributeKeys(rules.attributes());
    span = new JaegerJsonSpan(json, JaegerJsonTag.ofRecords(json), keys);
    draft = new SpanDraft(keys.size());
  }

  @Override
  public DecodeResult decode(byte[] record, FragmentBuilder spans) {
    return json.decode(record, () -> readSpan(spans));
  }

  private void readSpan(FragmentBuilder spans) throws IOException, MalformedRecordException {
    json.requireObject();
    draft.clear();
    span.read(draft, noTrace);
    if (!span.isSpan()) {
      throw new MalformedRecordException("no traceId, spanId or startTime");
    }
    span.process().announceTo(spans);
    span.process().lendAttributesTo(draft);
    spans.span(draft);
  }
}
