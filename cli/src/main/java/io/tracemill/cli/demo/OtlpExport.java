package io.tracemill.cli.demo;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.analysis.span.SpanKind;
import java.nio.ByteBuffer;
import java.util.List;

/** Spans of one host as the request that its SDK sends to a collector. */
final class OtlpExport {
  private static final InstrumentationScope SCOPE =
      InstrumentationScope.newBuilder().setName("tracemill-demo").build();

  private static final KeyValue INTERNAL_SERVER_ERROR =
      KeyValue.newBuilder()
          .setKey("http.response.status_code")
          .setValue(AnyValue.newBuilder().setIntValue(500))
          .build();

  private OtlpExport() {}

  static ExportTraceServiceRequest of(Host host, List<GeneratedSpan> spans) {
    ScopeSpans.Builder scope = ScopeSpans.newBuilder().setScope(SCOPE);
    spans.forEach(span -> scope.addSpans(span(span)));
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder().setResource(resource(host)).addScopeSpans(scope))
        .build();
  }

  private static Resource resource(Host host) {
    return Resource.newBuilder()
        .addAttributes(attribute("service.name", host.service()))
        .addAttributes(attribute("service.version", host.version()))
        .addAttributes(attribute("host.name", host.name()))
        .build();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static Span span(GeneratedSpan span) {
    Span.Builder builder =
        Span.newBuilder()
            .setTraceId(bytes(span.traceId().high(), span.traceId().low()))
            .setSpanId(bytes(span.spanId()))
            .setName(span.name())
            .setKindValue(span.kind().ordinal())
            .setStartTimeUnixNano(span.startNanos())
            .setEndTimeUnixNano(span.endNanos());
    if (span.parentId() != GeneratedSpan.NO_PARENT) {
      builder.setParentSpanId(bytes(span.parentId()));
    }
    if (span.failed()) {
      builder.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
      if (span.kind() == SpanKind.SERVER) {
        builder.addAttributes(INTERNAL_SERVER_ERROR);
      }
    }
    return builder.build();
  }

  private static ByteString bytes(long... words) {
    ByteBuffer buffer = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      buffer.putLong(word);
    }
    return ByteString.copyFrom(buffer.flip());
  }
}
