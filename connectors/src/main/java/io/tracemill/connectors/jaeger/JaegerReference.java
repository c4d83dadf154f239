package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * What a span refers to: its parent ({@code CHILD_OF}), then its links ({@code FOLLOWS_FROM}).
 *
 * @param traceId 16 bytes
 * @param spanId 8 bytes, unless it is the id of a parent and malformed
 */
record JaegerReference(ByteString traceId, ByteString spanId, boolean followsFrom) {
  /** The references of {@code span}; a link without whole ids leads nowhere and is left out. */
  static List<JaegerReference> of(Span span) {
    List<JaegerReference> references = new ArrayList<>();
    if (!span.getParentSpanId().isEmpty()) {
      references.add(
          new JaegerReference(
              JaegerIds.traceId(span.getTraceId()),
              JaegerIds.parentId(span.getParentSpanId()),
              false));
    }
    for (Span.Link link : span.getLinksList()) {
      if (JaegerIds.isTraceId(link.getTraceId()) && JaegerIds.isSpanId(link.getSpanId())) {
        references.add(new JaegerReference(link.getTraceId(), link.getSpanId(), true));
      }
    }
    return references;
  }
}
