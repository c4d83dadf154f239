package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.otlp.OtlpJsonEncoder;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a request a line, as {@link JsonLines} reads it. */
final class JsonLinesWriter implements RequestWriter {
  private final RecordEncoder encoder = new OtlpJsonEncoder();
  private final OutputStream out;

  JsonLinesWriter(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    for (byte[] line : encoder.encode(request, Integer.MAX_VALUE)) {
      out.write(line);
      out.write('\n');
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
