package io.tracemill.cli.evaluation;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import io.tracemill.analysis.sums.PlaceCounts;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import io.tracemill.cli.evaluation.ReferenceRequests.Time;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts requests by pane and endpoint, one request after the other. */
final class ReferencePanes {
  private final DurationScale scale;

  ReferencePanes(DurationScale scale) {
    this.scale = scale;
  }

  /** By start of the pane, milliseconds since the epoch: its endpoints. */
  NavigableMap<Long, Collection<PaneCounts>> cut(List<Request> requests, long paneMillis) {
    NavigableMap<Long, Map<Frame, PaneCounts>> panes = new TreeMap<>();
    for (Request request : requests) {
      long millis = request.endNanos() / 1_000_000;
      long pane = millis - Math.floorMod(millis, paneMillis);
      panes
          .computeIfAbsent(pane, added -> new TreeMap<>())
          .merge(request.endpoint(), counts(request, pane), PaneCounts::plus);
    }
    NavigableMap<Long, Collection<PaneCounts>> counted = new TreeMap<>();
    panes.forEach((pane, endpoints) -> counted.put(pane, endpoints.values()));
    return counted;
  }

  private PaneCounts counts(Request request, long pane) {
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    places.put(Place.Request.WHOLE, counts(new Time(request.durationNanos(), 1)));
    Map<String, List<Time>> services = new TreeMap<>();
    request
        .places()
        .forEach(
            (place, time) -> {
              places.put(place, counts(time));
              services.computeIfAbsent(place.service(), added -> new ArrayList<>()).add(time);
            });
    services.forEach(
        (service, times) -> {
          if (times.size() > 1) {
            long nanos = times.stream().mapToLong(Time::nanos).sum();
            int calls = times.stream().mapToInt(Time::calls).sum();
            places.put(new Place.Service(service), counts(new Time(nanos, calls)));
          }
        });
    SortedMap<Frame, Long> parents = new TreeMap<>();
    request.parents().forEach(parent -> parents.put(parent, 1L));
    SortedMap<Call, Long> calls = new TreeMap<>();
    request.calls().forEach(call -> calls.put(call, 1L));
    return new PaneCounts(
        request.endpoint(), pane, new Evidence(1, 1, 0, 0), places, parents, calls);
  }

  private PlaceCounts counts(Time time) {
    int bin = scale.bin((double) time.nanos() / time.calls());
    return new PlaceCounts(time.calls(), 0, new Histogram(new int[] {bin}, new int[] {1}));
  }
}
