package io.tracemill.connectors.otlp;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;

/** Reads OTLP's protobuf. */
public final class OtlpProtoReader implements RequestReader {
  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    try {
      return ExportTraceServiceRequest.parseFrom(unit);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedRecordException(String.valueOf(e.getMessage()));
    }
  }
}
