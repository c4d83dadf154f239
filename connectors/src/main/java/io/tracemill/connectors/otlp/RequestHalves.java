package io.tracemill.connectors.otlp;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/** Cuts a request that is too large for a record into halves, and those again until they fit. */
final class RequestHalves {
  private RequestHalves() {}

  /** What {@code writer} makes of {@code request} or of its parts, in the order of its spans. */
  static List<byte[]> encode(
      ExportTraceServiceRequest request,
      int maxBytes,
      Function<ExportTraceServiceRequest, byte[]> writer) {
    List<byte[]> records = new ArrayList<>();
    Deque<ExportTraceServiceRequest> parts = new ArrayDeque<>();
    parts.push(request);
    while (!parts.isEmpty()) {
      ExportTraceServiceRequest part = parts.pop();
      byte[] record = writer.apply(part);
      int spans = record.length <= maxBytes ? 0 : spanCount(part);
      if (spans <= 1) {
        records.add(record);
      } else {
        parts.push(spans(part, spans / 2, spans));
        parts.push(spans(part, 0, spans / 2));
      }
    }
    return records;
  }

  private static int spanCount(ExportTraceServiceRequest request) {
    int spans = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        spans += scope.getSpansCount();
      }
    }
    return spans;
  }

  /** The spans with these numbers, counted through the request, and what they belong to. */
  private static ExportTraceServiceRequest spans(
      ExportTraceServiceRequest request, int from, int to) {
    ExportTraceServiceRequest.Builder part = ExportTraceServiceRequest.newBuilder();
    int at = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      ResourceSpans.Builder kept = resource.toBuilder().clearScopeSpans();
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        List<Span> spans =
            scope.getSpansList().subList(within(from - at, scope), within(to - at, scope));
        if (!spans.isEmpty()) {
          kept.addScopeSpans(scope.toBuilder().clearSpans().addAllSpans(spans));
        }
        at += scope.getSpansCount();
      }
      if (kept.getScopeSpansCount() > 0) {
        part.addResourceSpans(kept);
      }
    }
    return part.build();
  }

  private static int within(int index, ScopeSpans scope) {
    return Math.max(0, Math.min(index, scope.getSpansCount()));
  }
}
