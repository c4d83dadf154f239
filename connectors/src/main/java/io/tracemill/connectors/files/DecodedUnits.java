package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RequestReader;

/**
 * Reads the units that a decoder reads and no others, so that the same are replayed and analysed. A
 * reader alone knows more fields than the decoder and forgives more.
 */
final class DecodedUnits implements RequestReader {
  private final RecordDecoder decoder;
  private final RequestReader reader;
  private final FragmentBuilder spans;

  DecodedUnits(RecordDecoder decoder, RequestReader reader, SpanRules rules) {
    this.decoder = decoder;
    this.reader = reader;
    spans = new FragmentBuilder(rules);
  }

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    spans.begin(0);
    if (decoder.decode(unit, spans) instanceof DecodeResult.Malformed malformed) {
      throw new MalformedRecordException(malformed.reason());
    }
    return reader.read(unit);
  }
}
