package io.tracemill.analysis.request;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The parts of a request that do not depend on times: its category, places, frames and calls
 * (semantics 6, 8.1). Requests of equal shape share one object, so results that depend on the shape
 * are computed once.
 *
 * <p>Places are numbered from 0: first edges and operations, then the services that have more than
 * one of these.
 */
public final class RequestShape {
  /** Stands for no {@link Place.Service} of a place, and for no place of a step. */
  public static final int NONE = -1;

  /** The shape of a request without spans. */
  public static final RequestShape EMPTY =
      new RequestShape(new CallTreeSignature(0, 0), Map.of(), Map.of(), Set.of(), Set.of());

  private final CallTreeSignature category;
  private final CallTreeSignature coarseCategory;
  private final List<Place> places;
  private final int[] spans;
  private final int[] serviceOf;
  private final Map<PathStep, Integer> indexOf;
  private final Set<Frame> frames;
  private final Set<Call> calls;

  /**
   * @param category the category of its requests
   * @param spans by edge or operation, its number of spans in the request
   * @param steps by step, the place that its own time belongs to
   * @param frames the frames of its spans
   * @param calls the calls between its spans
   */
  public RequestShape(
      CallTreeSignature category,
      Map<Place, Integer> spans,
      Map<PathStep, Place> steps,
      Set<Frame> frames,
      Set<Call> calls) {
    this(category, category, spans, steps, frames, calls);
  }

  /**
   * @param coarseCategory the category if all numbers of equal calls count as one
   */
  RequestShape(
      CallTreeSignature category,
      CallTreeSignature coarseCategory,
      Map<Place, Integer> spans,
      Map<PathStep, Place> steps,
      Set<Frame> frames,
      Set<Call> calls) {
    this.category = requireNonNull(category, "category");
    this.coarseCategory = requireNonNull(coarseCategory, "coarseCategory");
    this.frames = Collections.unmodifiableSet(new LinkedHashSet<>(frames));
    this.calls = Collections.unmodifiableSet(new LinkedHashSet<>(calls));
    List<Place> all = new ArrayList<>(spans.keySet());
    Map<String, Integer> services = serviceNumbers(all);
    this.places = List.copyOf(all);
    this.spans = new int[all.size()];
    this.serviceOf = new int[all.size()];
    Map<Place, Integer> numbers = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      Place place = all.get(i);
      numbers.put(place, i);
      boolean service = place instanceof Place.Service;
      serviceOf[i] = service ? NONE : services.getOrDefault(place.service(), NONE);
      this.spans[i] += spans.getOrDefault(place, 0);
      if (serviceOf[i] != NONE) {
        this.spans[serviceOf[i]] += this.spans[i];
      }
    }
    this.indexOf = new HashMap<>();
    steps.forEach((step, place) -> indexOf.put(step, numbers.get(place)));
  }

  /** Appends the services that have several of the places; returns their numbers. */
  private static Map<String, Integer> serviceNumbers(List<Place> places) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    places.forEach(place -> counts.merge(place.service(), 1, Integer::sum));
    Map<String, Integer> numbers = new HashMap<>();
    counts.forEach(
        (service, count) -> {
          if (count > 1) {
            numbers.put(service, places.size());
            places.add(new Place.Service(service));
          }
        });
    return numbers;
  }

  /** The category of its requests (semantics 6). */
  public CallTreeSignature category() {
    return category;
  }

  /** The category of its requests if all numbers of equal calls count as one. */
  CallTreeSignature coarseCategory() {
    return coarseCategory;
  }

  /** Its places, by number. */
  public List<Place> places() {
    return places;
  }

  /** The number of spans of the place with this number, on or off the critical path. */
  public int spans(int place) {
    return spans[place];
  }

  /** The number of the {@link Place.Service} that contains the place, or {@link #NONE}. */
  public int serviceOf(int place) {
    return serviceOf[place];
  }

  /** Number of the place that the step's own time belongs to, or {@link #NONE}. */
  public int indexOf(PathStep step) {
    return indexOf.getOrDefault(step, NONE);
  }

  /** The frames of its spans, in order of the spans. */
  public Set<Frame> frames() {
    return frames;
  }

  /** The calls: which frames are directly below which others. */
  public Set<Call> calls() {
    return calls;
  }

  /** The number of its places, steps, frames and calls, a measure of its memory. */
  public int size() {
    return places.size() + indexOf.size() + frames.size() + calls.size();
  }
}
