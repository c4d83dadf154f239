package io.tracemill.analysis.explanation;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * Traces to look at, at most {@value #MAX} a side, the most typical first. If no sampled request
 * has the culprit's place, durations replace its times.
 *
 * @param before usual ones: near the median of the time at the culprit's place
 * @param after slow ones that are no outliers: near the 95th percentile of that time
 */
public record Exemplars(List<TraceId> before, List<TraceId> after) {
  private static final int MAX = 3;
  private static final double USUAL = 0.5;
  private static final double SLOW = 0.95;
  private static final long ABSENT = -1;

  private record Timed(RequestRow request, long nanos) {
    TraceId traceId() {
      return request.traceId();
    }
  }

  public Exemplars {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  static Exemplars of(SampleSide before, SampleSide after, Optional<Place> place) {
    return new Exemplars(nearest(before, USUAL, place), nearest(after, SLOW, place));
  }

  private static List<TraceId> nearest(SampleSide side, double quantile, Optional<Place> place) {
    List<TraceId> there =
        place
            .map(at -> nearest(side, quantile, request -> ownNanos(request.path(), at)))
            .orElse(List.of());
    return there.isEmpty() ? nearest(side, quantile, RequestRow::durationNanos) : there;
  }

  private static List<TraceId> nearest(
      SampleSide side, double quantile, ToLongFunction<RequestRow> time) {
    List<Timed> timed =
        side.requests().stream()
            .map(each -> new Timed(each, time.applyAsLong(each)))
            .filter(each -> each.nanos() != ABSENT)
            .sorted(Comparator.comparingLong(Timed::nanos))
            .toList();
    long middle = quantile(timed, quantile);
    return timed.stream()
        .sorted(
            Comparator.comparingLong((Timed each) -> Math.abs(each.nanos() - middle))
                .thenComparing(each -> each.traceId().hex()))
        .map(Timed::traceId)
        .distinct()
        .limit(MAX)
        .toList();
  }

  /** The time that the given part of the requests does not exceed; 0 without requests. */
  private static long quantile(List<Timed> ascending, double part) {
    double left = part * ascending.stream().mapToDouble(each -> each.request().weight()).sum();
    long nanos = 0;
    for (int i = 0; i < ascending.size() && (i == 0 || left > 0); i++) {
      nanos = ascending.get(i).nanos();
      left -= ascending.get(i).request().weight();
    }
    return nanos;
  }

  /** The own time of a request at a place. */
  private static long ownNanos(PathTimes tree, Place place) {
    long nanos = ABSENT;
    for (int node = 0; node < tree.size(); node++) {
      if (Place.of(tree.step(node)).filter(place::includes).isPresent()) {
        nanos = Math.max(0, nanos) + tree.exclusiveNanos(node);
      }
    }
    return nanos;
  }
}
