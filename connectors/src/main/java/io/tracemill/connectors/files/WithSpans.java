package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.tracemill.connectors.encoding.RequestWriter;
import java.io.IOException;

/** Leaves out what has no spans: the format of a file is told from the first it holds. */
final class WithSpans implements RequestWriter {
  private final RequestWriter writer;

  WithSpans(RequestWriter writer) {
    this.writer = writer;
  }

  @Override
  public void write(ExportTraceServiceRequest request) throws IOException {
    ExportTraceServiceRequest spans = resourcesWithSpans(request);
    if (spans.getResourceSpansCount() > 0) {
      writer.write(spans);
    }
  }

  @Override
  public void close() throws IOException {
    writer.close();
  }

  private static ExportTraceServiceRequest resourcesWithSpans(ExportTraceServiceRequest request) {
    if (request.getResourceSpansList().stream().allMatch(WithSpans::hasSpans)) {
      return request;
    }
    return request.toBuilder()
        .clearResourceSpans()
        .addAllResourceSpans(
            request.getResourceSpansList().stream().filter(WithSpans::hasSpans).toList())
        .build();
  }

  private static boolean hasSpans(ResourceSpans resource) {
    return resource.getScopeSpansList().stream().anyMatch(scope -> scope.getSpansCount() > 0);
  }
}
