package io.tracemill.analysis.explanation;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.PathTimes;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.TraceId;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * Traces to look at, at most {@value #MAX} a side, the most typical first: requests that have the
 * culprit's place, if some have it, near the median of their durations and of their times there.
 *
 * <p>If requests became slower, none of those before is slower than any of those after:
 *
 * <pre>
 *   before:  |---- usual ----T            |        T: nine tenths of those before do not exceed it
 *   after:   |               T---- slow --------|
 * </pre>
 *
 * @param before usual ones
 * @param after slow ones; failed ones if the failed requests of a window are explained
 */
public record Exemplars(List<TraceId> before, List<TraceId> after) {
  private static final int MAX = 3;
  private static final double USUAL = 0.9;
  private static final double HALF = 0.5;
  private static final long ABSENT = -1;

  /**
   * A request.
   *
   * @param thereNanos its own time at the culprit's place; 0 without a place
   */
  private record Timed(RequestRow request, long thereNanos) {
    long durationNanos() {
      return request.durationNanos();
    }

    double weight() {
      return request.weight();
    }
  }

  public Exemplars {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  static Exemplars of(SampleSide before, SampleSide after, Optional<Place> place) {
    List<Timed> then = at(place, before);
    List<Timed> now = at(place, after);
    long usual = quantile(then, USUAL, Timed::durationNanos);
    Predicate<Timed> slow = each -> each.durationNanos() > usual;
    if (mean(now) <= mean(then) || now.stream().noneMatch(slow)) {
      return new Exemplars(typical(then), typical(now));
    }
    long there = quantile(then, USUAL, Timed::thereNanos);
    return new Exemplars(
        typical(then.stream().filter(slow.negate()).toList()),
        typical(someOf(now.stream().filter(slow).toList(), each -> each.thereNanos() > there)));
  }

  /** Requests near the medians of their sides, however long they take. */
  static Exemplars typical(SampleSide before, SampleSide after) {
    return new Exemplars(
        typical(at(Optional.empty(), before)), typical(at(Optional.empty(), after)));
  }

  /** The requests of a side that have the place; all if none has it. */
  private static List<Timed> at(Optional<Place> place, SampleSide side) {
    List<Timed> all =
        side.requests().stream()
            .map(each -> new Timed(each, place.map(at -> ownNanos(each.path(), at)).orElse(0L)))
            .toList();
    return someOf(all, each -> each.thereNanos() != ABSENT);
  }

  private static List<Timed> someOf(List<Timed> all, Predicate<Timed> wanted) {
    List<Timed> some = all.stream().filter(wanted).toList();
    return some.isEmpty() ? all : some;
  }

  private static List<TraceId> typical(List<Timed> requests) {
    long duration = quantile(requests, HALF, Timed::durationNanos);
    long there = quantile(requests, HALF, Timed::thereNanos);
    return requests.stream()
        .sorted(
            Comparator.comparingLong(
                    (Timed each) ->
                        Math.abs(each.durationNanos() - duration)
                            + Math.abs(each.thereNanos() - there))
                .thenComparing(each -> each.request().traceId().hex()))
        .map(each -> each.request().traceId())
        .distinct()
        .limit(MAX)
        .toList();
  }

  private static double mean(List<Timed> requests) {
    double weight = requests.stream().mapToDouble(Timed::weight).sum();
    return requests.stream().mapToDouble(each -> each.weight() * each.durationNanos()).sum()
        / weight;
  }

  /** The time that the given part of the requests does not exceed; 0 without requests. */
  private static long quantile(List<Timed> requests, double part, ToLongFunction<Timed> time) {
    List<Timed> ascending = requests.stream().sorted(Comparator.comparingLong(time)).toList();
    double left = part * requests.stream().mapToDouble(Timed::weight).sum();
    long nanos = 0;
    for (int i = 0; i < ascending.size() && (i == 0 || left > 0); i++) {
      nanos = time.applyAsLong(ascending.get(i));
      left -= ascending.get(i).weight();
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
