package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.stream.Stream;

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
        request.failedPlaces().stream().flatMap(GivenRows::step).toList(),
        PathTimes.copyOf(request.criticalPath()),
        weight);
  }

  /** A step of the place; none for a whole service. */
  private static Stream<PathStep> step(Place place) {
    if (place instanceof Place.Edge edge) {
      return Stream.of(PathStep.edge(Frame.of(edge.caller(), "call"), edge.callee()));
    }
    return place instanceof Place.Operation operation
        ? Stream.of(PathStep.of(operation.frame()))
        : Stream.empty();
  }
}
