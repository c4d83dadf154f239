package io.tracemill.connectors.files;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;

/** Leaves out what has no spans: the format of a file is told from the first it holds. */
final class WithSpans {
  private WithSpans() {}

  /** Those resources of {@code request} that have a span. */
  static ExportTraceServiceRequest of(ExportTraceServiceRequest request) {
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
