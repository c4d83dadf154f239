package io.tracemill.cli.hostile;

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

/** Spans as the bytes of an export request. */
final class Exported {
  private Exported() {}

  /** Spans of one service on one host. */
  static byte[] by(String service, String host, List<Span> spans) {
    Resource resource =
        Resource.newBuilder()
            .addAttributes(attribute("service.name", service))
            .addAttributes(attribute("host.name", host))
            .build();
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder()
                .setResource(resource)
                .addScopeSpans(ScopeSpans.newBuilder().addAllSpans(spans)))
        .build()
        .toByteArray();
  }

  static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  /**
   * A span.
   *
   * @param parentId 0 for none
   */
  static Span.Builder span(
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

  /** An id of 8 bytes a word, most significant byte first. */
  static ByteString id(long... words) {
    ByteBuffer buffer = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      buffer.putLong(word);
    }
    return ByteString.copyFrom(buffer.flip());
  }
}
