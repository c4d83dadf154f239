package io.tracemill.analysis.pane;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of one endpoint and pane, or some of them. It skips requests that are parts
 * of others.
 *
 * <p>A request costs a table look-up for each node of its critical path and a bin for each of its
 * places. Counts that depend only on the shape are added once, when the result is read. The order
 * of requests matters only if {@link PaneLimits} are reached.
 */
public final class PaneCounter {
  /**
   * When the known shapes have more places, frames and calls than this, they are added up and
   * forgotten.
   */
  private static final int MAX_SHAPE_SIZE = 20_000;

  private static final long OWN_BYTES = 1_000;
  private static final long PLACE_BYTES = 400;
  private static final long NAME_BYTES = 100;

  private final DurationScale scale;
  private final PaneLimits limits;
  private final PlaceSum whole = new PlaceSum();
  private final Map<Place, PlaceSum> places = new HashMap<>();
  private final Map<Frame, Long> parents = new HashMap<>();
  private final Map<Call, Long> calls = new HashMap<>();
  private final Map<RequestShape, ShapeSum> byShape = new HashMap<>();
  private final List<ShapeSum> shapes = new ArrayList<>();
  private int shapeSize;
  private long spans;
  private long incomplete;
  private long lateSpans;

  public PaneCounter(DurationScale scale, PaneLimits limits) {
    this.scale = requireNonNull(scale, "scale");
    this.limits = requireNonNull(limits, "limits");
  }

  /** Counts a request; it keeps a reference only to its shape. */
  public void add(RequestAnalysis request) {
    spans += request.spanCount();
    whole.have(1, 1);
    whole.time(scale.bin((double) request.durationNanos()));
    sum(request.shape()).add(request.criticalPath(), scale);
    if (request.failed()) {
      whole.fail();
    }
    for (Place place : request.failedPlaces()) {
      @Nullable PlaceSum failed = places.get(place);
      if (failed != null) {
        failed.fail();
      }
    }
  }

  /** Counts a request of an incomplete trace, as evidence only. */
  public void countIncomplete(RequestAnalysis request) {
    spans += request.spanCount();
    incomplete++;
  }

  /** Counts late spans, as evidence only. */
  public void countLate(long more) {
    lateSpans += more;
  }

  private ShapeSum sum(RequestShape shape) {
    @Nullable ShapeSum known = byShape.get(shape);
    if (known != null) {
      return known;
    }
    if (shapeSize > MAX_SHAPE_SIZE) {
      enterShapes();
    }
    ShapeSum added =
        new ShapeSum(shape, shape.places().stream().map(this::admit).toArray(PlaceSum[]::new));
    shape.frames().forEach(frame -> admit(frame, parents, limits.parents()));
    shape.calls().forEach(call -> admit(call, calls, limits.calls()));
    byShape.put(shape, added);
    shapes.add(added);
    shapeSize += shape.size();
    return added;
  }

  private @Nullable PlaceSum admit(Place place) {
    @Nullable PlaceSum known = places.get(place);
    if (known == null && places.size() < limits.places()) {
      known = new PlaceSum();
      places.put(place, known);
    }
    return known;
  }

  private static <K> void admit(K key, Map<K, Long> counts, int limit) {
    if (counts.size() < limit) {
      counts.putIfAbsent(key, 0L);
    }
  }

  /** Adds the number of requests by place, frame and call. */
  private void enterShapes() {
    for (ShapeSum sum : shapes) {
      long count = sum.requests();
      sum.enterPlaces();
      sum.shape().frames().forEach(frame -> parents.computeIfPresent(frame, (f, n) -> n + count));
      sum.shape().calls().forEach(call -> calls.computeIfPresent(call, (c, n) -> n + count));
    }
    byShape.clear();
    shapes.clear();
    shapeSize = 0;
  }

  /** Its approximate heap memory, bytes; names and shapes are shared and count little. */
  public long weight() {
    return OWN_BYTES
        + places.size() * PLACE_BYTES
        + (parents.size() + calls.size() + shapeSize) * NAME_BYTES;
  }

  /** The counts so far. */
  public PaneCounts counts(Frame endpoint, long paneMillis) {
    enterShapes();
    PaneCounts.Evidence evidence = new PaneCounts.Evidence(spans, incomplete, lateSpans);
    if (whole.isEmpty()) {
      return PaneCounts.of(endpoint, paneMillis, evidence);
    }
    SortedMap<Place, PlaceCounts> counted = new TreeMap<>(Place.ORDER);
    counted.put(Place.Request.WHOLE, whole.counts());
    places.forEach((place, sum) -> counted.put(place, sum.counts()));
    return new PaneCounts(
        endpoint, paneMillis, evidence, counted, new TreeMap<>(parents), new TreeMap<>(calls));
  }
}
