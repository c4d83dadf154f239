package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.EndpointProfile.Failure;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts failed requests, and for each edge and operation the requests that have it and those in
 * which it failed. The counts are exact. At most {@link ProfileLimits#maxNodes} places are kept;
 * further ones are left out.
 */
public final class FailureSums {
  /** The most places in a report. */
  static final int MAX_FAILURES = 50;

  /** The cache of known shapes is cleared when it has more parts than this. */
  private static final int MAX_SHAPE_SIZE = 2_000;

  private static final long PLACE_BYTES = 220;

  private static final Comparator<Map.Entry<Place, Sum>> MOST_ERRORS_FIRST =
      Comparator.<Map.Entry<Place, Sum>>comparingLong(entry -> -entry.getValue().errors)
          .thenComparing(Map.Entry.comparingByKey(Place.ORDER));

  private static final class Sum {
    private long traces;
    private long errors;
  }

  private final int maxPlaces;
  private final Map<Place, Sum> places = new HashMap<>();
  private final Map<RequestShape, Sum[]> sumsOfShapes = new HashMap<>();
  private int shapeSize;
  private long errors;

  FailureSums(ProfileLimits limits) {
    this.maxPlaces = limits.maxNodes();
  }

  void add(RequestAnalysis request) {
    for (Sum sum : sums(request.shape())) {
      sum.traces++;
    }
    errors += request.failed() ? 1 : 0;
    for (Place place : request.failedPlaces()) {
      @Nullable Sum failed = places.get(place);
      if (failed != null) {
        failed.errors++;
      }
    }
  }

  private Sum[] sums(RequestShape shape) {
    Sum @Nullable [] known = sumsOfShapes.get(shape);
    if (known != null) {
      return known;
    }
    if (shapeSize > MAX_SHAPE_SIZE) {
      sumsOfShapes.clear();
      shapeSize = 0;
    }
    Sum[] sums =
        shape.places().stream()
            .filter(place -> !(place instanceof Place.Service) && admits(place))
            .map(this::sum)
            .toArray(Sum[]::new);
    sumsOfShapes.put(shape, sums);
    shapeSize += shape.size();
    return sums;
  }

  private boolean admits(Place place) {
    return places.size() < maxPlaces || places.containsKey(place);
  }

  private Sum sum(Place place) {
    return places.computeIfAbsent(place, key -> new Sum());
  }

  void merge(FailureSums that) {
    errors += that.errors;
    // A fixed order decides which places the limit drops.
    if (places.size() + that.places.size() <= maxPlaces) {
      that.places.forEach(this::add);
    } else {
      that.inOrder().forEach(entry -> add(entry.getKey(), entry.getValue()));
    }
  }

  private void add(Place place, Sum more) {
    if (admits(place)) {
      Sum sum = sum(place);
      sum.traces += more.traces;
      sum.errors += more.errors;
    }
  }

  private List<Map.Entry<Place, Sum>> inOrder() {
    return places.entrySet().stream().sorted(Map.Entry.comparingByKey(Place.ORDER)).toList();
  }

  /** The number of failed requests. */
  public long errors() {
    return errors;
  }

  /** The places that failed in some request, most errors first, up to a limit. */
  public List<Failure> failures() {
    return places.entrySet().stream()
        .filter(entry -> entry.getValue().errors > 0)
        .sorted(MOST_ERRORS_FIRST)
        .limit(MAX_FAILURES)
        .map(entry -> Failure.of(entry.getKey(), entry.getValue().traces, entry.getValue().errors))
        .toList();
  }

  /**
   * An upper bound of its heap memory, bytes. Names are shared and count little, as does the cache
   * of shapes.
   */
  long weight() {
    return places.size() * PLACE_BYTES;
  }

  /** An edge has no operation. */
  private static PathStep step(Place place) {
    return place instanceof Place.Edge edge
        ? PathStep.edge(Frame.of(edge.caller(), ""), edge.callee())
        : PathStep.of(((Place.Operation) place).frame());
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    Varint.write(out, errors);
    Varint.write(out, places.size());
    for (Map.Entry<Place, Sum> entry : inOrder()) {
      tables.writeStep(out, step(entry.getKey()));
      Varint.write(out, entry.getValue().traces);
      Varint.write(out, entry.getValue().errors);
    }
  }

  /** Adds the sums that {@link #write} wrote. */
  void mergeFrom(DataInput in, ProfileTables tables) throws IOException {
    errors += Varint.read(in);
    for (int left = Varint.readUpTo(in, Integer.MAX_VALUE); left > 0; left--) {
      PathStep step = tables.readStep(in);
      Sum sum = new Sum();
      sum.traces = Varint.read(in);
      sum.errors = Varint.read(in);
      Place.of(step).ifPresent(place -> add(place, sum));
    }
  }
}
