package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.zipkin.ZipkinJsonEncoder;
import io.tracemill.connectors.zipkin.ZipkinJsonFile;
import java.io.IOException;
import java.io.OutputStream;

/** Writes an array for each unit, as {@link ZipkinTraces} reads them. */
final class ZipkinFileWriter implements RequestWriter {
  private final RecordEncoder encoder = new ZipkinJsonEncoder();
  private final ZipkinJsonFile file;

  ZipkinFileWriter(OutputStream out) {
    file = new ZipkinJsonFile(out);
  }

  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    for (byte[] list : encoder.encode(request, Integer.MAX_VALUE)) {
      file.write(list);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
