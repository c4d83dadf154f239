package io.tracemill.bench.workload;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The format of traffic in Kafka. */
public enum Wire {
  /** Export requests of many spans, without keys, as the OpenTelemetry Collector sends them. */
  OTLP(Encoding.OTLP_PROTO),
  /** One span a record, with the trace id as key, as Jaeger's collector sends them. */
  JAEGER(Encoding.JAEGER_PROTO);

  /** Offset of the trace id, after the tag and length of the first field of a Jaeger span. */
  private static final int TRACE_ID = 2;

  private static final int TRACE_ID_BYTES = 16;

  private final Encoding encoding;

  Wire(Encoding encoding) {
    this.encoding = encoding;
  }

  public Encoding encoding() {
    return encoding;
  }

  /** A sink for OTLP records, which passes them on in this encoding. */
  public Workload.Sink encoding(Workload.Sink sink) {
    return this == OTLP ? sink : (key, value, spans, millis) -> jaeger(value, millis, sink);
  }

  /** Parses an OTLP record as an export request. */
  public static ExportTraceServiceRequest request(byte[] record) {
    try {
      return ExportTraceServiceRequest.parseFrom(record);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("traffic that is no OTLP", e);
    }
  }

  private static void jaeger(byte[] value, long millis, Workload.Sink sink) {
    for (byte[] span : EncodedRequests.encode(Encoding.JAEGER_PROTO, request(value))) {
      String traceId = HexFormat.of().formatHex(span, TRACE_ID, TRACE_ID + TRACE_ID_BYTES);
      sink.accept(traceId.getBytes(StandardCharsets.US_ASCII), span, 1, millis);
    }
  }
}
