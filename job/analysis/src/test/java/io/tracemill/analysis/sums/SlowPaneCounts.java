package io.tracemill.analysis.sums;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts of requests by the words of semantics 8.1, one request after the other. */
final class SlowPaneCounts {
  /** The start of every pane. */
  static final long PANE = 30_000;

  private SlowPaneCounts() {}

  static PaneCounts of(List<RequestAnalysis> requests, DurationScale scale, Frame endpoint) {
    PaneCounts sum = PaneCounts.of(endpoint, PANE, PaneCounts.Evidence.NONE);
    for (RequestAnalysis request : requests) {
      sum = sum.plus(counts(request, scale, endpoint));
    }
    return sum;
  }

  private static PaneCounts counts(RequestAnalysis request, DurationScale scale, Frame endpoint) {
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    Map<String, List<Place>> services = new HashMap<>();
    for (int i = 0; i < request.shape().places().size(); i++) {
      Place place = request.shape().places().get(i);
      if (!(place instanceof Place.Service)) {
        services.computeIfAbsent(place.service(), name -> new ArrayList<>()).add(place);
        places.put(place, one(request, Set.of(place), request.shape().spans(i), scale));
      }
    }
    services.forEach(
        (name, parts) -> {
          if (parts.size() > 1) {
            long calls =
                parts.stream().mapToLong(part -> requireNonNull(places.get(part)).calls()).sum();
            places.put(new Place.Service(name), one(request, new HashSet<>(parts), calls, scale));
          }
        });
    double duration = request.durationNanos();
    places.put(
        Place.Request.WHOLE,
        new PlaceCounts(1, request.failed() ? 1 : 0, histogram(scale.bin(duration))));
    SortedMap<Frame, Long> parents = new TreeMap<>();
    request.shape().frames().forEach(frame -> parents.put(frame, 1L));
    SortedMap<Call, Long> calls = new TreeMap<>();
    request.shape().calls().forEach(call -> calls.put(call, 1L));
    PaneCounts.Evidence evidence = new PaneCounts.Evidence(request.spanCount(), 1, 0, 0);
    return new PaneCounts(endpoint, PANE, evidence, places, parents, calls);
  }

  private static PlaceCounts one(
      RequestAnalysis request, Set<Place> parts, long calls, DurationScale scale) {
    double nanos = 0;
    for (int node = 0; node < request.criticalPath().size(); node++) {
      if (parts.contains(Place.of(request.criticalPath().step(node)).orElseThrow())) {
        nanos += request.criticalPath().exclusiveNanos(node);
      }
    }
    boolean failed = parts.stream().anyMatch(request.failedPlaces()::contains);
    return new PlaceCounts(calls, failed ? 1 : 0, histogram(scale.bin(nanos / calls)));
  }

  private static Histogram histogram(int bin) {
    return new Histogram(new int[] {bin}, new int[] {1});
  }
}
