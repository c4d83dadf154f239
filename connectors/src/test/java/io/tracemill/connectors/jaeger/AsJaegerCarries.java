package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.ValidSpan;
import java.util.List;

/** Requests cut to what Jaeger carries: valid spans, whole microseconds, and lists as strings. */
final class AsJaegerCarries {
  private static final long NANOS_PER_MICRO = 1_000;

  private AsJaegerCarries() {}

  static ExportTraceServiceRequest of(ExportTraceServiceRequest request) {
    ExportTraceServiceRequest.Builder cut = request.toBuilder();
    for (ResourceSpans.Builder resource : cut.getResourceSpansBuilderList()) {
      resource.getResourceBuilder().getAttributesBuilderList().forEach(AsJaegerCarries::cut);
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        List<Span> valid = scope.getSpansList().stream().filter(ValidSpan::test).toList();
        scope.clearSpans().addAllSpans(valid);
        scope.getSpansBuilderList().forEach(AsJaegerCarries::cut);
      }
    }
    return cut.build();
  }

  private static void cut(Span.Builder span) {
    span.setStartTimeUnixNano(NANOS_PER_MICRO * Micros.of(span.getStartTimeUnixNano()));
    span.setEndTimeUnixNano(NANOS_PER_MICRO * Micros.of(span.getEndTimeUnixNano()));
    span.getAttributesBuilderList().forEach(AsJaegerCarries::cut);
  }

  private static void cut(KeyValue.Builder attribute) {
    List<KeyValue> tags = JaegerTags.of(List.of(attribute.build()));
    if (!tags.isEmpty()) {
      attribute.setValue(tags.get(0).getValue());
    }
  }
}
