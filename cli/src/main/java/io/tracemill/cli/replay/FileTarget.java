package io.tracemill.cli.replay;

import com.google.protobuf.Message;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.OtlpJsonWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/**
 * A file of requests that its writer puts one after another. It is compressed if its name ends in
 * {@code .gz}.
 *
 * @param <R> requests of OTLP
 */
public final class FileTarget<R> implements Target<R> {
  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * Writes one request.
   *
   * @param <R> the request
   */
  private interface Writer<R> {
    void write(R request, OutputStream out) throws IOException;
  }

  private final OutputStream out;
  private final Writer<R> writer;
  private boolean closed;

  /** Creates {@code file}, or empties it. */
  private FileTarget(Path file, Writer<R> writer) throws IOException {
    OutputStream onDisk = Files.newOutputStream(file);
    try {
      boolean zipped = file.toString().endsWith(".gz");
      this.out =
          new BufferedOutputStream(
              zipped ? new GZIPOutputStream(onDisk, BUFFER_BYTES) : onDisk, BUFFER_BYTES);
    } catch (IOException e) {
      onDisk.close();
      throw e;
    }
    this.writer = writer;
  }

  /**
   * A trace file, whose event times come from its spans: requests in protobuf, each with its length
   * before it, or in JSON, one a line.
   */
  static FileTarget<ExportTraceServiceRequest> ofTraces(Path file, Encoding encoding)
      throws IOException {
    Writer<ExportTraceServiceRequest> writer =
        encoding == Encoding.OTLP_PROTO
            ? ExportTraceServiceRequest::writeDelimitedTo
            : FileTarget::writeLine;
    return new FileTarget<>(file, (request, out) -> writeSpans(request, writer, out));
  }

  /** A file of requests in OTLP's JSON, one a line. */
  public static <R extends Message> FileTarget<R> ofLines(Path file) throws IOException {
    return new FileTarget<>(file, FileTarget::writeLine);
  }

  /** Omits what has no spans, because the first request tells the format of the file. */
  private static void writeSpans(
      ExportTraceServiceRequest request, Writer<ExportTraceServiceRequest> writer, OutputStream out)
      throws IOException {
    ExportTraceServiceRequest.Builder spans = request.toBuilder().clearResourceSpans();
    request.getResourceSpansList().stream()
        .filter(FileTarget::hasSpans)
        .forEach(spans::addResourceSpans);
    if (spans.getResourceSpansCount() > 0) {
      writer.write(spans.build(), out);
    }
  }

  private static boolean hasSpans(ResourceSpans resource) {
    return resource.getScopeSpansList().stream().anyMatch(scope -> scope.getSpansCount() > 0);
  }

  private static void writeLine(Message request, OutputStream out) throws IOException {
    out.write(OtlpJsonWriter.write(request));
    out.write('\n');
  }

  @Override
  public int write(R request, long eventTimeMillis) throws IOException {
    writer.write(request, out);
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
      out.close();
    }
  }
}
