package io.tracemill.connectors.zipkin;

import java.util.List;

/**
 * The tags by which OpenTelemetry's spans keep in Zipkin's format what that has no field for, as
 * OpenTelemetry's specification has it ("Zipkin exporter").
 */
final class ZipkinTags {
  /** Zipkin's own: there with any value, also {@code false}, it says that the span failed. */
  static final String ERROR = "error";

  static final String STATUS_CODE = "otel.status_code";
  static final String STATUS_ERROR = "ERROR";
  static final String STATUS_OK = "OK";

  /** The kind of a span that has none of Zipkin's. */
  static final String SPAN_KIND = "span.kind";

  static final List<String> MEANINGFUL = List.of(ERROR, STATUS_CODE, SPAN_KIND);

  /** Values of {@link #SPAN_KIND}, from number 1 of OTLP's kinds on. */
  static final List<String> KINDS = List.of("internal", "server", "client", "producer", "consumer");

  private ZipkinTags() {}
}
