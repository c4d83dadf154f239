package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CategoryCalculator;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the shapes of requests, and keeps each for later requests that are equal. Linear in spans.
 *
 * <p>Keeps at most {@link #MAX_PLACES} places, as many frames, and {@link #MAX_CALLS} calls of a
 * request, those of its first spans.
 */
final class RequestShapes {
  static final int MAX_PLACES = 500;
  static final int MAX_CALLS = 1_000;

  /** When the shapes have more places, frames and calls than this (about 20 MB), it forgets all. */
  private static final int MAX_SIZE = 200_000;

  /** The fixed part of a shape's size. */
  private static final int OWN_SIZE = 10;

  private final TraceTree tree;
  private final Fold fold;
  private final ShapeHash hash = new ShapeHash();
  private final CategoryCalculator categories;
  private final Map<ShapeHash.Value, RequestShape> known = new HashMap<>();
  private int size;

  RequestShapes(TraceTree tree, CategoryCalculator categories, Fold fold) {
    this.tree = tree;
    this.categories = categories;
    this.fold = fold;
  }

  /** The shape of the request at {@code root}. */
  RequestShape shape(int root) {
    ShapeHash.Value key = hash.of(tree, root);
    @Nullable RequestShape shape = known.get(key);
    if (shape == null) {
      shape = read(root);
      size += OWN_SIZE + shape.size();
      if (size > MAX_SIZE) {
        known.clear();
        size = OWN_SIZE + shape.size();
      }
      known.put(key, shape);
    }
    return shape;
  }

  /** The places of the request in which a span failed, including whole services. */
  Set<Place> failed(int root, RequestShape shape) {
    if (!tree.hasErrors()) {
      return Set.of();
    }
    Set<Place> failed = new LinkedHashSet<>();
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      if (tree.error(span)) {
        SpanSteps.forEach(tree, span, step -> addFailed(shape, shape.indexOf(step), failed));
      }
    }
    return failed;
  }

  private static void addFailed(RequestShape shape, int place, Set<Place> failed) {
    if (place != RequestShape.NONE) {
      failed.add(shape.places().get(place));
      addFailed(shape, shape.serviceOf(place), failed);
    }
  }

  private RequestShape read(int root) {
    Map<Place, Integer> spans = new LinkedHashMap<>();
    Map<PathStep, Place> steps = new HashMap<>();
    Set<Frame> frames = new LinkedHashSet<>();
    Set<Call> calls = new LinkedHashSet<>();
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      Frame frame = tree.frame(span);
      if (frames.size() < MAX_PLACES) {
        frames.add(frame);
      }
      if (span != root && !tree.orphan(span) && calls.size() < MAX_CALLS) {
        calls.add(new Call(tree.frame(tree.parent(span)), frame));
      }
      SpanSteps.forEach(tree, span, step -> count(step, spans, steps));
    }
    return new RequestShape(
        categories.category(tree, root, fold),
        categories.category(tree, root, Fold.ANY),
        spans,
        steps,
        frames,
        calls);
  }

  private static void count(PathStep step, Map<Place, Integer> spans, Map<PathStep, Place> steps) {
    Optional<Place> place = Place.of(step);
    boolean room = spans.size() < MAX_PLACES || place.filter(spans::containsKey).isPresent();
    if (place.isPresent() && room && (steps.size() < MAX_CALLS || steps.containsKey(step))) {
      spans.merge(place.get(), 1, Integer::sum);
      steps.put(step, place.get());
    }
  }
}
