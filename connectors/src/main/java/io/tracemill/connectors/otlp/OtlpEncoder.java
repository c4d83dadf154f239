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

/** Writes a request whole if it fits; else splits it in halves until each part fits. */
public final class OtlpEncoder {
  private final Function<ExportTraceServiceRequest, byte[]> writer;

  private OtlpEncoder(Function<ExportTraceServiceRequest, byte[]> writer) {
    this.writer = writer;
  }

  /** Writes protobuf. */
  public static OtlpEncoder proto() {
    return new OtlpEncoder(ExportTraceServiceRequest::toByteArray);
  }

  /** Writes OTLP's JSON. */
  public static OtlpEncoder json() {
    return new OtlpEncoder(OtlpJsonWriter::write);
  }

  /**
   * The values of the records that hold the spans of {@code request}, in its order.
   *
   * @param maxBytes the most that a record should have; one with a single span may have more
   */
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
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

  /** The spans with these positions in the request, with their resources and scopes. */
  private static ExportTraceServiceRequest spans(
      ExportTraceServiceRequest request, int from, int to) {
    ExportTraceServiceRequest.Builder part = ExportTraceServiceRequest.newBuilder();
    int at = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      ResourceSpans.Builder kept = resource.toBuilder().clearScopeSpans();
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        int size = scope.getSpansCount();
        List<Span> spans =
            scope
                .getSpansList()
                .subList(
                    Math.min(Math.max(0, from - at), size), Math.min(Math.max(0, to - at), size));
        if (!spans.isEmpty()) {
          kept.addScopeSpans(scope.toBuilder().clearSpans().addAllSpans(spans));
        }
        at += size;
      }
      if (kept.getScopeSpansCount() > 0) {
        part.addResourceSpans(kept);
      }
    }
    return part.build();
  }
}
