package io.tracemill.pipeline;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.source.EncodedRecord;
import java.nio.ByteBuffer;
import java.util.List;

/** Records as an OpenTelemetry SDK would send them. */
public final class OtlpRecords {
  /** Where the times of {@link TraceSpec} count from, milliseconds since the epoch. */
  public static final long ORIGIN_MILLIS = TraceSpec.BASE / 1_000_000;

  private static final byte[] NO_KEY = {};

  private OtlpRecords() {}

  /** All spans of {@code traces} in one record. */
  public static EncodedRecord record(long offset, long millis, TraceSpec... traces) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    for (TraceSpec trace : traces) {
      trace.spans().forEach(span -> request.addResourceSpans(resource(trace.traceId(), span)));
    }
    return record(offset, millis, request.build().toByteArray());
  }

  /** Some spans of {@code trace} in one record. */
  public static EncodedRecord record(
      long offset, long millis, TraceSpec trace, List<TraceSpec.SpanSpec> spans) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    spans.forEach(span -> request.addResourceSpans(resource(trace.traceId(), span)));
    return record(offset, millis, request.build().toByteArray());
  }

  /** A record with these bytes. */
  public static EncodedRecord record(long offset, long millis, byte[] value) {
    return new EncodedRecord("spans", 3, offset, millis, millis, NO_KEY, value, "otlp_proto");
  }

  private static ResourceSpans resource(TraceId traceId, TraceSpec.SpanSpec span) {
    return ResourceSpans.newBuilder()
        .setResource(
            Resource.newBuilder()
                .addAttributes(attribute("service.name", span.service))
                .addAttributes(attribute("host.name", span.host)))
        .addScopeSpans(ScopeSpans.newBuilder().addSpans(span(traceId, span)))
        .build();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static Span span(TraceId traceId, TraceSpec.SpanSpec span) {
    return Span.newBuilder()
        .setTraceId(bytes(traceId.high(), traceId.low()))
        .setSpanId(bytes(span.id))
        .setParentSpanId(span.parentId == 0 ? ByteString.EMPTY : bytes(span.parentId))
        .setName(span.operation)
        .setKindValue(span.kind.ordinal())
        .setStartTimeUnixNano(TraceSpec.BASE + span.start)
        .setEndTimeUnixNano(TraceSpec.BASE + span.end)
        .build();
  }

  private static ByteString bytes(long... words) {
    ByteBuffer buffer = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      buffer.putLong(word);
    }
    return ByteString.copyFrom(buffer.flip());
  }
}
