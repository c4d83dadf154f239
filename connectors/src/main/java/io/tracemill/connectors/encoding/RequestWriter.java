package io.tracemill.connectors.encoding;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.Closeable;
import java.io.IOException;

/** Writes a trace file of some format, from which the same units can be read again. */
public interface RequestWriter extends Closeable {
  /** Appends a unit; one without spans leaves nothing behind. */
  void write(ExportTraceServiceRequest request) throws IOException;

  /** Ends the file. */
  @Override
  void close() throws IOException;
}
