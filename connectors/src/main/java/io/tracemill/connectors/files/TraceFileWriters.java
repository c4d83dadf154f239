package io.tracemill.connectors.files;

import io.tracemill.connectors.encoding.RequestWriter;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

/** Creates trace files: compressed where the name ends in {@code .gz}. */
public final class TraceFileWriters {
  private static final int BUFFER_BYTES = 1 << 16;

  private TraceFileWriters() {}

  /** The layout of a file. */
  private interface Layout {
    RequestWriter on(OutputStream out) throws IOException;
  }

  /** How files in {@code encoding} are laid out; empty if there are none. */
  private static Optional<Layout> layout(Encoding encoding) {
    return switch (encoding) {
      case OTLP_PROTO -> Optional.of(DelimitedMessagesWriter::new);
      case OTLP_JSON -> Optional.of(JsonLinesWriter::new);
      case JAEGER_JSON -> Optional.of(JaegerDocumentWriter::new);
      case ZIPKIN_JSON -> Optional.of(ZipkinFileWriter::new);
      case JAEGER_PROTO, ZIPKIN_PROTO -> Optional.empty();
    };
  }

  /** Whether there are files in {@code encoding}. */
  public static boolean canWrite(Encoding encoding) {
    return layout(encoding).isPresent();
  }

  /** The names of all encodings that there are files in, separated by commas. */
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
    Layout layout =
        layout(encoding).orElseThrow(() -> new IllegalArgumentException("No files in " + encoding));
    OutputStream onDisk = Files.newOutputStream(file);
    try {
      boolean zipped = file.toString().endsWith(".gz");
      OutputStream out = zipped ? new GZIPOutputStream(onDisk, BUFFER_BYTES) : onDisk;
      return new WithSpans(layout.on(new BufferedOutputStream(out, BUFFER_BYTES)));
    } catch (IOException e) {
      onDisk.close();
      throw e;
    }
  }
}
