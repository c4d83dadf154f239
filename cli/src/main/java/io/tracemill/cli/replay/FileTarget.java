package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.OtlpEncoder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * A trace file, whose event times come from its spans: requests in protobuf, each with its length
 * before it, or in JSON, one a line. It is compressed if its name ends in {@code .gz}.
 */
final class FileTarget implements Target<ExportTraceServiceRequest> {
  private static final int BUFFER_BYTES = 1 << 16;

  private final OutputStream out;
  private final Encoding encoding;
  private boolean closed;

  private FileTarget(OutputStream out, Encoding encoding) {
    this.out = out;
    this.encoding = encoding;
  }

  /** Creates {@code file}, or empties it. */
  static FileTarget create(Path file, Encoding encoding) throws IOException {
    OutputStream onDisk = Files.newOutputStream(file);
    try {
      boolean zipped = file.toString().endsWith(".gz");
      OutputStream out = zipped ? new GZIPOutputStream(onDisk, BUFFER_BYTES) : onDisk;
      return new FileTarget(new BufferedOutputStream(out, BUFFER_BYTES), encoding);
    } catch (IOException e) {
      onDisk.close();
      throw e;
    }
  }

  /** Omits what has no spans, because the first request tells the format of the file. */
  @Override
  public int write(ExportTraceServiceRequest request, long eventTimeMillis) throws IOException {
    ExportTraceServiceRequest.Builder spans = request.toBuilder().clearResourceSpans();
    request.getResourceSpansList().stream()
        .filter(FileTarget::hasSpans)
        .forEach(spans::addResourceSpans);
    if (spans.getResourceSpansCount() > 0) {
      write(spans.build());
    }
    return 1;
  }

  private static boolean hasSpans(ResourceSpans resource) {
    return resource.getScopeSpansList().stream().anyMatch(scope -> scope.getSpansCount() > 0);
  }

  private void write(ExportTraceServiceRequest request) throws IOException {
    if (encoding == Encoding.OTLP_PROTO) {
      request.writeDelimitedTo(out);
      return;
    }
    for (byte[] record : OtlpEncoder.json().encode(request, Integer.MAX_VALUE)) {
      out.write(record);
      out.write('\n');
    }
  }

  @Override
  public void finish() throws IOException {
    close();
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      out.close();
    }
  }
}
