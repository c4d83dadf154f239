package io.tracemill.connectors.formats;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.jaeger.JaegerProtoDecoder;
import io.tracemill.connectors.jaeger.JaegerProtoEncoder;
import io.tracemill.connectors.jaeger.JaegerSpanJsonDecoder;
import io.tracemill.connectors.jaeger.JaegerSpanJsonEncoder;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.otlp.OtlpJsonDecoder;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import io.tracemill.connectors.zipkin.ZipkinEncoder;
import io.tracemill.connectors.zipkin.ZipkinJsonDecoder;
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
  ZIPKIN_JSON;

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

  /** A new decoder that follows {@code rules}. */
  public RecordDecoder decoder(SpanRules rules) {
    return switch (this) {
      case OTLP_PROTO -> new OtlpProtoDecoder(rules);
      case OTLP_JSON -> new OtlpJsonDecoder(rules);
      case JAEGER_PROTO -> new JaegerProtoDecoder(rules);
      case JAEGER_JSON -> new JaegerSpanJsonDecoder(rules);
      case ZIPKIN_PROTO -> new ZipkinProtoDecoder(rules);
      case ZIPKIN_JSON -> new ZipkinJsonDecoder(rules);
    };
  }

  /** A new encoder. */
  public RecordEncoder encoder() {
    return switch (this) {
      case OTLP_PROTO -> OtlpEncoder.proto();
      case OTLP_JSON -> OtlpEncoder.json();
      case JAEGER_PROTO -> new JaegerProtoEncoder();
      case JAEGER_JSON -> new JaegerSpanJsonEncoder();
      case ZIPKIN_PROTO -> ZipkinEncoder.proto();
      case ZIPKIN_JSON -> ZipkinEncoder.json();
    };
  }
}
