package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** The traces of a request, each as a request with their resources and scopes. */
public final class RequestTraces {
  private RequestTraces() {}

  /**
   * The traces in their order.
   *
   * @param wanted whether the trace of a span belongs to the result; asked once for each span
   */
  public static Map<ByteString, ExportTraceServiceRequest> of(
      ExportTraceServiceRequest request, Predicate<ByteString> wanted) {
    Map<ByteString, ExportTraceServiceRequest.Builder> traces = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      of(resource, wanted)
          .forEach(
              (traceId, spans) ->
                  traces
                      .computeIfAbsent(traceId, id -> ExportTraceServiceRequest.newBuilder())
                      .addResourceSpans(spans));
    }
    Map<ByteString, ExportTraceServiceRequest> built = new LinkedHashMap<>();
    traces.forEach((traceId, trace) -> built.put(traceId, trace.build()));
    return built;
  }

  private static Map<ByteString, ResourceSpans.Builder> of(
      ResourceSpans resource, Predicate<ByteString> wanted) {
    Map<ByteString, ResourceSpans.Builder> resources = new LinkedHashMap<>();
    for (ScopeSpans scope : resource.getScopeSpansList()) {
      Map<ByteString, ScopeSpans.Builder> scopes = new LinkedHashMap<>();
      for (Span span : scope.getSpansList()) {
        if (wanted.test(span.getTraceId())) {
          scopes
              .computeIfAbsent(span.getTraceId(), id -> scope.toBuilder().clearSpans())
              .addSpans(span);
        }
      }
      scopes.forEach(
          (traceId, spans) ->
              resources
                  .computeIfAbsent(traceId, id -> resource.toBuilder().clearScopeSpans())
                  .addScopeSpans(spans));
    }
    return resources;
  }
}
