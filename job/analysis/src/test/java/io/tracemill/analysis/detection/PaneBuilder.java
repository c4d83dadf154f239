package io.tracemill.analysis.detection;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import io.tracemill.analysis.sums.PlaceCounts;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** Makes the counts of one endpoint and pane, place by place. */
final class PaneBuilder {
  private static final double NANOS = 1e6;

  private final DurationScale scale;
  private final Frame endpoint;
  private final Map<Place, int[]> times = new TreeMap<>(Place.ORDER);
  private final Map<Place, Long> failed = new TreeMap<>(Place.ORDER);
  private final SortedMap<Frame, Long> parents = new TreeMap<>();
  private final SortedMap<Call, Long> calls = new TreeMap<>();
  private Evidence evidence = Evidence.NONE;

  PaneBuilder(DurationScale scale, Frame endpoint) {
    this.scale = scale;
    this.endpoint = endpoint;
  }

  /** One request that spends so long at a place, in one call. */
  PaneBuilder time(Place place, double millis) {
    times.computeIfAbsent(place, added -> new int[DurationScale.BINS])[scale.bin(millis * NANOS)]++;
    return this;
  }

  /** Requests that spend so long at a place. */
  PaneBuilder times(Place place, int requests, LongFunction<Double> millis) {
    for (int request = 0; request < requests; request++) {
      time(place, millis.apply(request));
    }
    return this;
  }

  PaneBuilder failed(Place place, long requests) {
    failed.put(place, requests);
    return this;
  }

  PaneBuilder call(Frame parent, long of, Frame child, long requests) {
    parents.put(parent, of);
    calls.merge(new Call(parent, child), requests, Long::sum);
    return this;
  }

  /** Requests that have a frame, whether it calls anything. */
  PaneBuilder frame(Frame frame, long requests) {
    parents.put(frame, requests);
    return this;
  }

  PaneBuilder evidence(Evidence seen) {
    evidence = seen;
    return this;
  }

  PaneCounts build(long paneMillis) {
    SortedMap<Place, PlaceCounts> places = new TreeMap<>(Place.ORDER);
    times.forEach(
        (place, counts) -> {
          Histogram histogram = Histogram.of(counts);
          places.put(
              place, new PlaceCounts(histogram.count(), failed.getOrDefault(place, 0L), histogram));
        });
    return new PaneCounts(endpoint, paneMillis, evidence, places, parents, calls);
  }
}
