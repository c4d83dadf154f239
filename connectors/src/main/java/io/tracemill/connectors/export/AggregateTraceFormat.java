package io.tracemill.connectors.export;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.jaeger.JaegerDocumentWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;

/** A file format of one trace that other tools open. */
public enum AggregateTraceFormat {
  /** A document to upload in Jaeger's user interface. */
  JAEGER,
  /** One {@code ExportTraceServiceRequest} in OTLP's JSON; Jaeger's user interface opens it too. */
  OTLP,
  /** One list of spans, version 2, for Zipkin's API and user interface. */
  ZIPKIN;

  /** Its name in the list of files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The file extension, without the dot. */
  public String extension() {
    return label() + ".json";
  }

  /** The content of a file. */
  byte[] write(ExportTraceServiceRequest trace) {
    return switch (this) {
      case JAEGER -> jaegerDocument(trace);
      case OTLP -> record(Encoding.OTLP_JSON, trace);
      case ZIPKIN -> record(Encoding.ZIPKIN_JSON, trace);
    };
  }

  private static byte[] record(Encoding encoding, ExportTraceServiceRequest trace) {
    return encoding.encoder().encode(trace, Integer.MAX_VALUE).get(0);
  }

  private static byte[] jaegerDocument(ExportTraceServiceRequest trace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JaegerDocumentWriter document = new JaegerDocumentWriter(bytes)) {
      document.write(trace);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }
}
