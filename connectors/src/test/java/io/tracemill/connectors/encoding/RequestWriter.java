package io.tracemill.connectors.encoding;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.Closeable;
import java.io.IOException;

/** Writes a trace file of some format. Reading it gives the same units. */
public interface RequestWriter extends Closeable {
  /** Appends a unit; writes nothing if it has no spans. */
  void write(ExportTraceServiceRequest request) throws IOException;

  /** Ends the file. */
  @Override
  void close() throws IOException;
}
