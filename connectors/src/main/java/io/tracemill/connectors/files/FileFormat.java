package io.tracemill.connectors.files;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.encoding.RequestReader;
import io.tracemill.connectors.jaeger.JaegerTraceJsonDecoder;
import io.tracemill.connectors.jaeger.JaegerTraceJsonReader;
import io.tracemill.connectors.otlp.OtlpJsonDecoder;
import io.tracemill.connectors.otlp.OtlpJsonReader;
import io.tracemill.connectors.otlp.OtlpProtoDecoder;
import io.tracemill.connectors.zipkin.ZipkinJsonDecoder;
import io.tracemill.connectors.zipkin.ZipkinReader;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The formats of trace files. */
public enum FileFormat {
  /**
   * One {@code ExportTraceServiceRequest} in JSON a line, as the Collector's file exporter writes
   * it.
   */
  OTLP_JSONL,
  /** One {@code ExportTraceServiceRequest} in JSON over many lines. */
  OTLP_JSON,
  /** One {@code ExportTraceServiceRequest} in protobuf, or many, each with its length before it. */
  OTLP_PROTO,
  /** {@code {"data": [...]}}, as Jaeger's query API answers. */
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
    return switch (this) {
      case OTLP_JSONL, OTLP_JSON -> new OtlpJsonDecoder(rules);
      case OTLP_PROTO -> new OtlpProtoDecoder(rules);
      case JAEGER_JSON -> new JaegerTraceJsonDecoder(rules);
      case ZIPKIN_JSON -> new ZipkinJsonDecoder(rules);
    };
  }

  /**
   * A new reader for units of files of this format. It refuses every unit that the job's decoder
   * refuses, so the job analyses exactly the replayed spans.
   */
  public RequestReader reader(SpanRules rules) {
    RecordDecoder decoder = decoder(rules);
    RequestReader reader = wholeReader();
    FragmentBuilder spans = new FragmentBuilder(rules);
    return unit -> {
      spans.begin(0);
      if (decoder.decode(unit, spans) instanceof DecodeResult.Malformed malformed) {
        throw new MalformedRecordException(malformed.reason());
      }
      return reader.read(unit);
    };
  }

  /** A new reader that skips unreadable parts of a well-formed unit. */
  RequestReader wholeReader() {
    return switch (this) {
      case OTLP_JSONL, OTLP_JSON -> new OtlpJsonReader();
      case OTLP_PROTO -> FileFormat::parse;
      case JAEGER_JSON -> new JaegerTraceJsonReader();
      case ZIPKIN_JSON -> new ZipkinReader();
    };
  }

  private static ExportTraceServiceRequest parse(byte[] unit) throws MalformedRecordException {
    try {
      return ExportTraceServiceRequest.parseFrom(unit);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedRecordException("protobuf's parser: " + e.getMessage());
    }
  }
}
