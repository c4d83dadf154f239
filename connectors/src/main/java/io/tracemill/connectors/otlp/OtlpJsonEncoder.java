package io.tracemill.connectors.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.util.List;

/** Writes requests as OTLP's JSON, whole where they fit. */
public final class OtlpJsonEncoder implements RecordEncoder {
  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return RequestHalves.encode(request, maxBytes, OtlpJsonWriter::write);
  }
}
