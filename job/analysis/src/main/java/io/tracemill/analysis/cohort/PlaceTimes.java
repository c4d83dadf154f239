package io.tracemill.analysis.cohort;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.profile.CallTreeAccumulator;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.LatencySketch;
import io.tracemill.analysis.profile.ServiceTimes;
import io.tracemill.analysis.statistics.BinnedSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The own time of each place of an endpoint's critical paths, over all categories and call paths. A
 * value is what one request spends at one call path of the place; of a service, at all of them.
 * Where there are many places, few are asked for theirs, so only those are put together.
 */
public final class PlaceTimes {
  private static final BinnedSample NOTHING = BinnedSample.ofValues();

  private static final class Times {
    private final List<LatencySketch> sketches = new ArrayList<>();
    private long nanos;
    private long requests;
  }

  private final Map<Culprit, Times> byPlace = new HashMap<>();

  private PlaceTimes() {}

  /** The times in these sums. */
  public static PlaceTimes of(EndpointAccumulator requests) {
    PlaceTimes places = new PlaceTimes();
    Map<PathStep, Optional<Times>> byStep = new HashMap<>();
    requests.categories().values().forEach(category -> places.add(category, byStep));
    places.add(requests.other(), byStep);
    places.add(requests.services());
    return places;
  }

  private void add(CategoryAccumulator category, Map<PathStep, Optional<Times>> byStep) {
    CallTreeAccumulator tree = category.tree();
    Map<Times, Long> mostOnOnePath = new HashMap<>();
    for (int node = 0; node < tree.size(); node++) {
      Optional<Times> known = byStep.computeIfAbsent(tree.step(node), this::times);
      if (known.isPresent()) {
        Times times = known.get();
        times.sketches.add(tree.exclusive(node));
        times.nanos += tree.exclusiveNanos(node);
        mostOnOnePath.merge(times, tree.traces(node), Math::max);
      }
    }
    mostOnOnePath.forEach((times, most) -> times.requests += most);
  }

  private void add(ServiceTimes services) {
    for (String service : services.services()) {
      Times times = byPlace.computeIfAbsent(new ServiceCulprit(service), unknown -> new Times());
      times.sketches.add(services.sketch(service));
      times.nanos += services.nanos(service);
      times.requests += services.sketch(service).count();
    }
  }

  private Optional<Times> times(PathStep step) {
    return Culprit.of(step).map(place -> byPlace.computeIfAbsent(place, unknown -> new Times()));
  }

  /** All places, in no order. */
  public Set<Culprit> places() {
    return byPlace.keySet();
  }

  /** The times at a place; none where no request has it. */
  public BinnedSample sample(Culprit place) {
    Times times = byPlace.get(place);
    if (times == null) {
      return NOTHING;
    }
    LatencySketch all = new LatencySketch();
    times.sketches.forEach(all::merge);
    return BinnedSample.of(all);
  }

  /**
   * How many requests have the place; at least so many, where one can have it on several call paths
   * and sums do not tell which.
   */
  public long requests(Culprit place) {
    Times times = byPlace.get(place);
    return times == null ? 0 : times.requests;
  }

  /** The sum of all times at a place, nanoseconds, exact. */
  public long nanos(Culprit place) {
    Times times = byPlace.get(place);
    return times == null ? 0 : times.nanos;
  }
}
