package io.tracemill.connectors.encoding;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;

/** Reads a unit of a trace file whole, so that it can be written in another encoding. */
public interface RequestReader {
  /**
   * All spans of the unit, with every field that OpenTelemetry's model has.
   *
   * @throws MalformedRecordException if {@code unit} is not of the format
   */
  ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException;
}
