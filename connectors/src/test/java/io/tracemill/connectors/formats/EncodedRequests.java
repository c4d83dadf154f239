package io.tracemill.connectors.formats;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.jaeger.JaegerProtoEncoder;
import io.tracemill.connectors.jaeger.JaegerSpanJsonEncoder;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.connectors.zipkin.ZipkinEncoder;
import java.util.List;

/** Spans as records of any encoding. */
public final class EncodedRequests {
  private static final int MAX_BYTES = 900_000;

  private EncodedRequests() {}

  /** The values of the records that a sender of {@code encoding} would write. */
  public static List<byte[]> encode(Encoding encoding, ExportTraceServiceRequest request) {
    return switch (encoding) {
      case OTLP_PROTO -> List.of(request.toByteArray());
      case OTLP_JSON -> OtlpEncoder.json().encode(request, MAX_BYTES);
      case JAEGER_PROTO -> new JaegerProtoEncoder().encode(request, MAX_BYTES);
      case JAEGER_JSON -> new JaegerSpanJsonEncoder().encode(request, MAX_BYTES);
      case ZIPKIN_PROTO -> ZipkinEncoder.proto().encode(request, MAX_BYTES);
      case ZIPKIN_JSON -> ZipkinEncoder.json().encode(request, MAX_BYTES);
      case TEMPO -> List.of(TempoPush.of(request));
    };
  }
}
