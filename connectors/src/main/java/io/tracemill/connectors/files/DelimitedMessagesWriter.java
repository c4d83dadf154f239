package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Writes requests in protobuf, each behind its length, as {@link DelimitedMessages} reads them. */
final class DelimitedMessagesWriter implements RequestWriter {
  private final OutputStream out;

  DelimitedMessagesWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    request.writeDelimitedTo(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
