package io.tracemill.connectors.otlp;

import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;

/** Requests as a format without numbers for what it does not know must write them. */
final class WithoutUnknownFields {
  private WithoutUnknownFields() {}

  static ExportTraceServiceRequest of(ExportTraceServiceRequest request)
      throws InvalidProtocolBufferException {
    return DiscardUnknownFieldsParser.wrap(ExportTraceServiceRequest.parser())
        .parseFrom(request.toByteArray());
  }
}
