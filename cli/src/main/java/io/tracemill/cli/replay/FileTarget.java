package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RequestWriter;
import java.io.IOException;

/** A trace file, whose event times come from its spans. */
final class FileTarget implements Target {
  private final RequestWriter writer;
  private boolean closed;

  FileTarget(RequestWriter writer) {
    this.writer = writer;
  }

  @Override
  public int write(ExportTraceServiceRequest request, long eventTimeMillis) throws IOException {
    writer.write(request);
    return 1;
  }

  @Override
  public void finish() throws IOException {
    close();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      writer.close();
    }
  }
}
