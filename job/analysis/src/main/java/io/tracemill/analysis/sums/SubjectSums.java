package io.tracemill.analysis.sums;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The subjects of change detection in an endpoint's requests: places, calling frames and calls.
 * Subjects beyond a limit are left out.
 */
final class SubjectSums {
  private static final long PLACE_BYTES = 400;
  private static final long NAME_BYTES = 100;

  private final Map<Place, PlaceSum> places = new HashMap<>();
  private final Map<Frame, Long> frames = new HashMap<>();
  private final Map<Call, Long> calls = new HashMap<>();
  private long placesWeight;

  /** The sums of the shape's places, by number; null beyond the limit. */
  @Nullable PlaceSum[] admit(RequestShape shape) {
    shape.frames().forEach(frame -> admit(frame, frames, SumRules.MAX_PLACES));
    shape.calls().forEach(call -> admit(call, calls, SumRules.MAX_CALLS));
    return shape.places().stream().map(this::admit).toArray(PlaceSum[]::new);
  }

  /** The sum of a place; null beyond the limit. */
  @Nullable PlaceSum admit(Place place) {
    @Nullable PlaceSum known = places.get(place);
    if (known == null && places.size() < SumRules.MAX_PLACES) {
      known = new PlaceSum(this::placeGrew);
      places.put(place, known);
      placesWeight += PLACE_BYTES;
    }
    return known;
  }

  private void placeGrew() {
    placesWeight += PlaceSum.GROWTH_BYTES;
  }

  private static <K> void admit(K key, Map<K, Long> counts, int limit) {
    if (counts.size() < limit) {
      counts.putIfAbsent(key, 0L);
    }
  }

  /** Adds requests of one shape. */
  void enter(ShapeSums sums) {
    long count = sums.requests();
    sums.enterPlaces();
    sums.shape().frames().forEach(frame -> frames.computeIfPresent(frame, (f, n) -> n + count));
    sums.shape().calls().forEach(call -> calls.computeIfPresent(call, (c, n) -> n + count));
  }

  /** Counts a request that failed in these places. */
  void fail(Set<Place> failed) {
    for (Place place : failed) {
      @Nullable PlaceSum sum = places.get(place);
      if (sum != null) {
        sum.fail();
      }
    }
  }

  void add(Subjects more) {
    more.places().forEach(this::add);
    more.parents().forEach((frame, count) -> add(frame, count, frames, SumRules.MAX_PLACES));
    more.calls().forEach((call, count) -> add(call, count, calls, SumRules.MAX_CALLS));
  }

  private void add(Place place, PlaceCounts counts) {
    @Nullable PlaceSum sum = admit(place);
    if (sum != null) {
      sum.add(counts);
    }
  }

  private static <K> void add(K key, long count, Map<K, Long> counts, int limit) {
    admit(key, counts, limit);
    counts.computeIfPresent(key, (known, before) -> before + count);
  }

  void forEachFailed(EndpointSums.FailedPlaces out) {
    places.forEach(
        (place, sum) -> {
          if (sum.failed() > 0) {
            out.place(place, sum.requests(), sum.failed());
          }
        });
  }

  /** By frame, the requests that have it; a view. */
  Map<Frame, Long> frames() {
    return Collections.unmodifiableMap(frames);
  }

  /** All counts so far. */
  Subjects subjects() {
    SortedMap<Place, PlaceCounts> counts = new TreeMap<>(Place.ORDER);
    places.forEach((place, sum) -> counts.put(place, sum.counts()));
    return new Subjects(counts, new TreeMap<>(frames), new TreeMap<>(calls));
  }

  long weight() {
    return placesWeight + (frames.size() + calls.size()) * NAME_BYTES;
  }
}
