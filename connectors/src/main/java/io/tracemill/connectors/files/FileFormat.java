package io.tracemill.connectors.files;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.json.JsonDecoder;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The formats of trace files. The four in JSON differ in how a file is cut into units; what is in a
 * unit is recognised by its members.
 */
public enum FileFormat {
  /**
   * One JSON object a line: an {@code ExportTraceServiceRequest}, as the Collector's file exporter
   * writes it, a part of one, or a span.
   */
  OTLP_JSONL,
  /** {@code ExportTraceServiceRequest}s in JSON, each over many lines. */
  OTLP_JSON,
  /** One {@code ExportTraceServiceRequest} in protobuf, or many, each with its length before it. */
  OTLP_PROTO,
  /** {@code {"data": [...]}}, as Jaeger's query API answers, or traces without it. */
  JAEGER_JSON,
  /** Arrays of Zipkin v2 spans: one, many within one, or one a line. */
  ZIPKIN_JSON;

  /** The name on the command line and in messages: {@code otlp_jsonl}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The format of that name. */
  public static Optional<FileFormat> ofLabel(String label) {
    return Arrays.stream(values()).filter(format -> format.label().equals(label)).findFirst();
  }

  /** All names, separated by commas. */
  public static String labels() {
    return Arrays.stream(values()).map(FileFormat::label).collect(Collectors.joining(", "));
  }

  /** A new decoder for units of files of this format. */
  public RecordDecoder decoder(SpanRules rules) {
    return this == OTLP_PROTO ? new OtlpProtoDecoder(rules) : new JsonDecoder(rules);
  }
}
