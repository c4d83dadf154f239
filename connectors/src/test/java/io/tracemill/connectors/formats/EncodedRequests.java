package io.tracemill.connectors.formats;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.otlp.JsonRequests;
import java.util.List;

/** Spans as records of any encoding. */
public final class EncodedRequests {
  private EncodedRequests() {}

  /** The values of the records that a sender of {@code encoding} would write. */
  public static List<byte[]> encode(Encoding encoding, ExportTraceServiceRequest request) {
    return switch (encoding) {
      case OTLP_PROTO -> List.of(request.toByteArray());
      case OTLP_JSON -> List.of(JsonRequests.otlp(request).getBytes(UTF_8));
    };
  }
}
