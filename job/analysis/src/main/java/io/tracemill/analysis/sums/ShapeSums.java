package io.tracemill.analysis.sums;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Adds up requests of one shape. It adds times at each request, and all else once, from the number
 * of requests. Most requests of a shape have the same critical path as the one before, so a node
 * costs two comparisons, not a look-up.
 */
final class ShapeSums {
  private final RequestShape shape;
  private final CallTreeSignature signature;
  private final CategorySums category;

  /** By number of the place; null for a place beyond a limit. */
  private final @Nullable PlaceSum[] places;

  /** By number of the place: time of the current request; 0 between requests. */
  private final long[] nanos;

  /** By node of the previous request: its parent and step, its node in the tree, its place. */
  private int[] parents = {};

  private PathStep[] steps = {};
  private int[] nodes = {};
  private int[] placeOf = {};
  private int known;
  private long requests;

  ShapeSums(
      RequestShape shape,
      CallTreeSignature signature,
      CategorySums category,
      @Nullable PlaceSum[] places) {
    this.shape = shape;
    this.signature = signature;
    this.category = category;
    this.places = places;
    this.nanos = new long[places.length];
  }

  /** Adds a request's times. */
  void add(CallingContextTree path, long durationNanos, boolean failed, DurationScale scale) {
    requests++;
    category.add(durationNanos, failed);
    map(path);
    CallTreeSums tree = category.tree();
    for (int node = 0; node < path.size(); node++) {
      long own = path.exclusiveNanos(node);
      tree.add(nodes[node], own);
      if (own > 0 && placeOf[node] != RequestShape.NONE) {
        nanos[placeOf[node]] += own;
      }
    }
    for (int place = 0; place < nanos.length; place++) {
      if (nanos[place] > 0) {
        enter(place, scale);
      }
    }
  }

  /** Finds the tree node and the place of each node, from the first that differs. */
  @SuppressWarnings("ReferenceEquality")
  private void map(CallingContextTree path) {
    int same = 0;
    int most = Math.min(known, path.size());
    while (same < most && parents[same] == path.parent(same) && steps[same] == path.step(same)) {
      same++;
    }
    if (same == path.size()) {
      return;
    }
    if (steps.length < path.size()) {
      int capacity = 2 * path.size();
      parents = Arrays.copyOf(parents, capacity);
      steps = Arrays.copyOf(steps, capacity);
      nodes = Arrays.copyOf(nodes, capacity);
      placeOf = Arrays.copyOf(placeOf, capacity);
    }
    for (int node = same; node < path.size(); node++) {
      parents[node] = path.parent(node);
      steps[node] = path.step(node);
      int above = parents[node] < 0 ? CallPaths.NONE : nodes[parents[node]];
      nodes[node] = category.tree().node(above, steps[node]);
      placeOf[node] = shape.indexOf(steps[node]);
    }
    known = path.size();
  }

  /** A service comes after its places, so its time is complete when it is added. */
  private void enter(int place, DurationScale scale) {
    int service = shape.serviceOf(place);
    if (service != RequestShape.NONE) {
      nanos[service] += nanos[place];
    }
    PlaceSum sum = places[place];
    if (sum != null) {
      sum.time(scale.bin((double) nanos[place] / shape.spans(place)));
    }
    nanos[place] = 0;
  }

  /** Adds the number of requests to their places. */
  void enterPlaces() {
    for (int place = 0; place < places.length; place++) {
      PlaceSum sum = places[place];
      if (sum != null) {
        sum.have(requests, shape.spans(place));
      }
    }
  }

  RequestShape shape() {
    return shape;
  }

  /** The category of the requests, which may be counted in {@code (other)}. */
  CallTreeSignature signature() {
    return signature;
  }

  CategorySums category() {
    return category;
  }

  long requests() {
    return requests;
  }
}
