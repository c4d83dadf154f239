package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/** Creates trace files; compresses them if the name ends in {@code .gz}. */
public final class TraceFileWriters {
  private static final int BUFFER_BYTES = 1 << 16;

  private TraceFileWriters() {}

  /** Whether files can have {@code encoding}. */
  public static boolean canWrite(Encoding encoding) {
    return switch (encoding) {
      case OTLP_PROTO, OTLP_JSON, JAEGER_JSON, ZIPKIN_JSON -> true;
      case JAEGER_PROTO, ZIPKIN_PROTO -> false;
    };
  }

  /** The names of all encodings that files can have, separated by commas. */
  public static String labels() {
    return Arrays.stream(Encoding.values())
        .filter(TraceFileWriters::canWrite)
        .map(Encoding::label)
        .collect(Collectors.joining(", "));
  }

  /**
   * Creates {@code file}, or empties it.
   *
   * @throws IllegalArgumentException if there are no files in {@code encoding}
   */
  public static RequestWriter create(Path file, Encoding encoding) throws IOException {
    if (!canWrite(encoding)) {
      throw new IllegalArgumentException("No files in " + encoding);
    }
    OutputStream onDisk = Files.newOutputStream(file);
    try {
      boolean zipped = file.toString().endsWith(".gz");
      OutputStream out = zipped ? new GZIPOutputStream(onDisk, BUFFER_BYTES) : onDisk;
      return writer(encoding, new BufferedOutputStream(out, BUFFER_BYTES));
    } catch (IOException e) {
      onDisk.close();
      throw e;
    }
  }

  private static RequestWriter writer(Encoding encoding, OutputStream out) throws IOException {
    return switch (encoding) {
      case OTLP_PROTO -> new WithSpans(new Messages(out));
      case OTLP_JSON -> new WithSpans(new Texts(out, encoding.encoder(), "", "\n", "\n", ""));
      case ZIPKIN_JSON ->
          // The form of Zipkin's API for several traces. With one list a line, a reader would cut
          // units into traces.
          new WithSpans(new Texts(out, encoding.encoder(), "[\n", ",\n", "\n]\n", "[]\n"));
      default -> new WithSpans(new JaegerDocumentWriter(out));
    };
  }

  /** Omits requests without spans, because the first one tells the format of the file. */
  private record WithSpans(RequestWriter writer) implements RequestWriter {
    @Override
    public void write(ExportTraceServiceRequest request) throws IOException {
      ExportTraceServiceRequest.Builder spans = request.toBuilder().clearResourceSpans();
      request.getResourceSpansList().stream()
          .filter(WithSpans::hasSpans)
          .forEach(spans::addResourceSpans);
      if (spans.getResourceSpansCount() > 0) {
        writer.write(spans.build());
      }
    }

    private static boolean hasSpans(ResourceSpans resource) {
      return resource.getScopeSpansList().stream().anyMatch(scope -> scope.getSpansCount() > 0);
    }

    @Override
    public void close() throws IOException {
      writer.close();
    }
  }

  /** Requests in protobuf, each with its length before it. */
  private record Messages(OutputStream out) implements RequestWriter {
    @Override
    public void write(ExportTraceServiceRequest request) throws IOException {
      request.writeDelimitedTo(out);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Records of an encoding, with a prefix, a separator and a suffix. */
  private static final class Texts implements RequestWriter {
    private final OutputStream out;
    private final RecordEncoder encoder;
    private final String next;
    private final String end;
    private final String nothing;
    private String before;
    private boolean empty = true;

    Texts(
        OutputStream out,
        RecordEncoder encoder,
        String first,
        String next,
        String end,
        String nothing) {
      this.out = out;
      this.encoder = encoder;
      this.next = next;
      this.end = end;
      this.nothing = nothing;
      before = first;
    }

    @Override
    public void write(ExportTraceServiceRequest request) throws IOException {
      for (byte[] record : encoder.encode(request, Integer.MAX_VALUE)) {
        out.write(before.getBytes(US_ASCII));
        out.write(record);
        before = next;
        empty = false;
      }
    }

    @Override
    public void close() throws IOException {
      try (out) {
        out.write((empty ? nothing : end).getBytes(US_ASCII));
      }
    }
  }
}
