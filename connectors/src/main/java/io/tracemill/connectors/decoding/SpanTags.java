package io.tracemill.connectors.decoding;

import java.util.List;

/**
 * The tags by which OpenTelemetry's spans keep, in formats that have no fields for them, kind and
 * status, as OpenTelemetry's specification has it ("Zipkin exporter" and "Jaeger exporter").
 */
public final class SpanTags {
  /** With any value but {@link #NO_ERROR} the span failed. */
  public static final String ERROR = "error";

  public static final String NO_ERROR = "false";

  public static final String STATUS_CODE = "otel.status_code";
  public static final String STATUS_ERROR = "ERROR";
  public static final String STATUS_OK = "OK";

  /** The kind; in Zipkin's format of a span that has none of Zipkin's. */
  public static final String SPAN_KIND = "span.kind";

  /** All of them. */
  public static final List<String> MEANINGFUL = List.of(ERROR, STATUS_CODE, SPAN_KIND);

  /** Values of {@link #SPAN_KIND}, from number 1 of OTLP's kinds on. */
  public static final List<String> KINDS =
      List.of("internal", "server", "client", "producer", "consumer");

  private SpanTags() {}
}
