package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The spans of one trace in one request, and the processes that wrote them. */
final class JaegerTrace {
  /** One of the trace's spans, and what the process that wrote it is called. */
  record Member(Span span, InstrumentationScope scope, String processId) {}

  private final ByteString traceId;
  private final List<Member> members = new ArrayList<>();
  private final Map<JaegerProcess, String> processIds = new LinkedHashMap<>();
  private long latestEndMicros;

  private JaegerTrace(ByteString traceId) {
    this.traceId = traceId;
  }

  /** The traces of {@code request}, the one that ends last first. */
  static List<JaegerTrace> of(ExportTraceServiceRequest request) {
    Map<ByteString, JaegerTrace> traces = new LinkedHashMap<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      JaegerProcess process = JaegerProcess.of(resource.getResource());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          traces
              .computeIfAbsent(JaegerIds.traceId(span.getTraceId()), JaegerTrace::new)
              .add(span, scope.getScope(), process);
        }
      }
    }
    return traces.values().stream()
        .sorted(Comparator.comparingLong((JaegerTrace trace) -> trace.latestEndMicros).reversed())
        .toList();
  }

  private void add(Span span, InstrumentationScope scope, JaegerProcess process) {
    String processId = processIds.computeIfAbsent(process, p -> "p" + (processIds.size() + 1));
    members.add(new Member(span, scope, processId));
    latestEndMicros = Math.max(latestEndMicros, Micros.of(span.getEndTimeUnixNano()));
  }

  ByteString traceId() {
    return traceId;
  }

  /** Its spans in the order of the request. */
  List<Member> members() {
    return members;
  }

  /** What each of its processes is called within it: {@code p1}, {@code p2} and so on. */
  Map<JaegerProcess, String> processIds() {
    return processIds;
  }
}
