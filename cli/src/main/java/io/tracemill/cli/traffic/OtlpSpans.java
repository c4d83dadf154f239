package io.tracemill.cli.traffic;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.util.List;

/** Spans in OTLP, as an SDK sends them. */
public final class OtlpSpans {
  private OtlpSpans() {}

  /**
   * The export request of one host.
   *
   * @param resource keys and values in turn
   */
  public static ExportTraceServiceRequest request(List<Span> spans, String... resource) {
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(resourceSpans(spans, resource))
        .build();
  }

  /**
   * The part of an export request that comes from one host.
   *
   * @param resource keys and values in turn
   */
  public static ResourceSpans resourceSpans(List<Span> spans, String... resource) {
    Resource.Builder attributes = Resource.newBuilder();
    for (int i = 0; i < resource.length; i += 2) {
      attributes.addAttributes(attribute(resource[i], resource[i + 1]));
    }
    return ResourceSpans.newBuilder()
        .setResource(attributes)
        .addScopeSpans(ScopeSpans.newBuilder().addAllSpans(spans))
        .build();
  }

  /**
   * A span without attributes.
   *
   * @param parentId 0 for none
   */
  public static Span.Builder span(
      ByteString traceId,
      long spanId,
      long parentId,
      Span.SpanKind kind,
      String name,
      long startNanos,
      long endNanos) {
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(traceId)
            .setSpanId(id(spanId))
            .setKind(kind)
            .setName(name)
            .setStartTimeUnixNano(startNanos)
            .setEndTimeUnixNano(endNanos);
    return parentId == 0 ? span : span.setParentSpanId(id(parentId));
  }

  /** A textual attribute. */
  public static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /** An id, 8 bytes a word, most significant byte first. */
  public static ByteString id(long... words) {
    ByteBuffer buffer = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      buffer.putLong(word);
    }
    return ByteString.copyFrom(buffer.flip());
  }
}
