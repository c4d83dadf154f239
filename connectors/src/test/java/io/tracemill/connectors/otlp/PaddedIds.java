package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;

/** Requests whose short ids have zeros before them, as readers of JSON take them. */
public final class PaddedIds {
  private PaddedIds() {}

  public static ExportTraceServiceRequest of(ExportTraceServiceRequest request) {
    ExportTraceServiceRequest.Builder padded = request.toBuilder();
    for (ResourceSpans.Builder resource : padded.getResourceSpansBuilderList()) {
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        for (Span.Builder span : scope.getSpansBuilderList()) {
          span.setTraceId(padded(span.getTraceId(), 16));
          span.setSpanId(padded(span.getSpanId(), 8));
          span.setParentSpanId(padded(span.getParentSpanId(), 8));
          for (Span.Link.Builder link : span.getLinksBuilderList()) {
            link.setTraceId(padded(link.getTraceId(), 16));
            link.setSpanId(padded(link.getSpanId(), 8));
          }
        }
      }
    }
    return padded.build();
  }

  private static ByteString padded(ByteString id, int bytes) {
    return id.isEmpty() || id.size() >= bytes
        ? id
        : ByteString.copyFrom(new byte[bytes - id.size()]).concat(id);
  }
}
