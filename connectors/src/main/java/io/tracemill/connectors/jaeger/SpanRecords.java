package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayList;
import java.util.List;

/** Takes a request apart into its spans, each of which becomes a record. */
final class SpanRecords {
  /** Writes one record. */
  interface Writer {
    byte[] write(Span span, InstrumentationScope scope, JaegerProcess process);
  }

  private SpanRecords() {}

  static List<byte[]> of(ExportTraceServiceRequest request, Writer writer) {
    List<byte[]> records = new ArrayList<>();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      JaegerProcess process = JaegerProcess.of(resource.getResource());
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        for (Span span : scope.getSpansList()) {
          records.add(writer.write(span, scope.getScope(), process));
        }
      }
    }
    return records;
  }
}
