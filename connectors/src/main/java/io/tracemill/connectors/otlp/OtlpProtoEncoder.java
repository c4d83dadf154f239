package io.tracemill.connectors.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.util.List;

/** Writes requests as OTLP's protobuf, whole where they fit. */
public final class OtlpProtoEncoder implements RecordEncoder {
  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return RequestHalves.encode(request, maxBytes, ExportTraceServiceRequest::toByteArray);
  }
}
