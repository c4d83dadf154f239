package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAnalysis;
import java.util.List;

/** Rows of given requests, for tests of what reads rows. */
public final class GivenRows {
  private GivenRows() {}

  /** A sample of all requests: each stands for itself. */
  public static List<RequestRow> of(List<RequestAnalysis> requests) {
    return requests.stream().map(request -> of(request, 1)).toList();
  }

  /** The row of a request that stands for {@code weight} requests. */
  public static RequestRow of(RequestAnalysis request, double weight) {
    return new RequestRow(
        request.traceId(),
        request.spanId(),
        request.durationNanos(),
        request.failed(),
        request.category(),
        request.attributes(),
        PathTimes.copyOf(request.criticalPath()),
        weight);
  }
}
