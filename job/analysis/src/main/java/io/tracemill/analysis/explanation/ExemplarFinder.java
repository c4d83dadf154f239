package io.tracemill.analysis.explanation;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.profile.SampledTree;
import io.tracemill.analysis.profile.WeightedRequest;
import io.tracemill.analysis.span.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Chooses the traces to look at: by the time at a place, or by duration where there is none. */
final class ExemplarFinder {
  private static final double USUAL = 0.5;
  private static final double SLOW = 0.95;
  private static final long ABSENT = -1;

  private ExemplarFinder() {}

  static Exemplars find(SampleSide before, SampleSide after, Optional<Place> place) {
    return new Exemplars(nearest(before, USUAL, place), nearest(after, SLOW, place));
  }

  /** Those of the requests with the place that are nearest to a quantile; without any, of all. */
  private static List<TraceId> nearest(SampleSide side, double quantile, Optional<Place> place) {
    ToLongFunction<SampledRequest> time =
        place.isPresent()
            ? request -> ownNanos(request.tree(), place.get())
            : SampledRequest::durationNanos;
    List<WeightedRequest> having =
        side.requests().stream()
            .filter(each -> time.applyAsLong(each.request()) != ABSENT)
            .toList();
    if (having.isEmpty() && place.isPresent()) {
      return nearest(side, quantile, Optional.empty());
    }
    long middle = new SampleSide(having).quantile(quantile, time);
    return having.stream()
        .map(WeightedRequest::request)
        .sorted(
            Comparator.comparingLong(
                    (SampledRequest each) -> Math.abs(time.applyAsLong(each) - middle))
                .thenComparing(each -> each.traceId().hex()))
        .map(SampledRequest::traceId)
        .distinct()
        .limit(Explainer.MAX_EXEMPLARS)
        .toList();
  }

  /** What a request spends at a place itself. */
  private static long ownNanos(SampledTree tree, Place place) {
    long nanos = ABSENT;
    for (int node = 0; node < tree.size(); node++) {
      if (Place.of(tree.step(node)).filter(place::includes).isPresent()) {
        nanos = Math.max(0, nanos) + tree.exclusiveNanos(node);
      }
    }
    return nanos;
  }
}
