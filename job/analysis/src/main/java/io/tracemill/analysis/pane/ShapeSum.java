package io.tracemill.analysis.pane;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds up requests of one shape. It adds times at each request, and all else once, from the number
 * of requests.
 */
final class ShapeSum {
  private final RequestShape shape;

  /** By number of the place; null for a place beyond a limit. */
  private final @Nullable PlaceSum[] sums;

  /** By number of the place: time of the current request; 0 between requests. */
  private final long[] nanos;

  /**
   * By node of the previous request: its step. {@link #placeOf} has the number of the step's place.
   */
  private PathStep[] steps = {};

  private int[] placeOf = {};
  private long requests;

  ShapeSum(RequestShape shape, @Nullable PlaceSum[] sums) {
    this.shape = shape;
    this.sums = sums;
    this.nanos = new long[sums.length];
  }

  /** Adds the times of a request. */
  void add(CallingContextTree path, DurationScale scale) {
    requests++;
    if (steps.length < path.size()) {
      steps = Arrays.copyOf(steps, path.size());
      placeOf = Arrays.copyOf(placeOf, path.size());
    }
    for (int node = 0; node < path.size(); node++) {
      long own = path.exclusiveNanos(node);
      int place = own > 0 ? place(node, path.step(node)) : RequestShape.NONE;
      if (place != RequestShape.NONE) {
        nanos[place] += own;
      }
    }
    for (int place = 0; place < nanos.length; place++) {
      if (nanos[place] > 0) {
        enter(place, scale);
      }
    }
  }

  /** Most requests of a shape have the same steps at the same nodes, so these need no look-up. */
  @SuppressWarnings("ReferenceEquality")
  private int place(int node, PathStep step) {
    if (steps[node] != step) {
      steps[node] = step;
      placeOf[node] = shape.indexOf(step);
    }
    return placeOf[node];
  }

  /** A service comes after its places, so its time is complete when it is added. */
  private void enter(int place, DurationScale scale) {
    int service = shape.serviceOf(place);
    if (service != RequestShape.NONE) {
      nanos[service] += nanos[place];
    }
    PlaceSum sum = sums[place];
    if (sum != null) {
      sum.time(scale.bin((double) nanos[place] / shape.spans(place)));
    }
    nanos[place] = 0;
  }

  /** Adds the number of requests to their places. */
  void enterPlaces() {
    for (int place = 0; place < sums.length; place++) {
      PlaceSum sum = sums[place];
      if (sum != null) {
        sum.have(requests, shape.spans(place));
      }
    }
  }

  RequestShape shape() {
    return shape;
  }

  long requests() {
    return requests;
  }
}
