package io.tracemill.connectors.formats;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.jaeger.JaegerProtoDecoder;
import io.tracemill.connectors.json.JsonDecoder;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import io.tracemill.connectors.zipkin.ZipkinProtoDecoder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Format of the records of a topic; the names are the OpenTelemetry Collector's. */
public enum Encoding {
  /** One {@code ExportTraceServiceRequest} in protobuf. */
  OTLP_PROTO,
  /** One {@code ExportTraceServiceRequest} in OTLP's JSON. */
  OTLP_JSON,
  /** One {@code jaeger.api_v2.Span} with its process in protobuf. */
  JAEGER_PROTO,
  /** One {@code jaeger.api_v2.Span} with its process in protobuf's JSON. */
  JAEGER_JSON,
  /** A Zipkin v2 {@code ListOfSpans} in protobuf. */
  ZIPKIN_PROTO,
  /** An array of Zipkin v2 spans in JSON. */
  ZIPKIN_JSON,
  /** What Tempo's distributors write: OTLP traces in protobuf within a {@code PushBytesRequest}. */
  TEMPO;

  /** The name in configuration and messages: {@code otlp_proto}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The encoding with this name. */
  public static Optional<Encoding> ofLabel(String label) {
    return Arrays.stream(values()).filter(encoding -> encoding.label().equals(label)).findFirst();
  }

  /** All names, for a sentence. */
  public static String labels() {
    return Arrays.stream(values()).map(Encoding::label).collect(joining(", "));
  }

  /** A new decoder that follows {@code rules}; records may be wrapped. */
  public RecordDecoder decoder(SpanRules rules) {
    return new WrappedRecords(plainDecoder(rules));
  }

  /** A new decoder for records that are not wrapped. */
  RecordDecoder plainDecoder(SpanRules rules) {
    return switch (this) {
      case OTLP_PROTO -> new OtlpProtoDecoder(rules);
      case OTLP_JSON, JAEGER_JSON, ZIPKIN_JSON -> new JsonDecoder(rules);
      case JAEGER_PROTO -> new JaegerProtoDecoder(rules);
      case ZIPKIN_PROTO -> new ZipkinProtoDecoder(rules);
      case TEMPO -> OtlpProtoDecoder.ofTempo(rules);
    };
  }
}
