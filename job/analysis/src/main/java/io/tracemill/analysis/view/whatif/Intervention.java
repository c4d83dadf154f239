package io.tracemill.analysis.view.whatif;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Place;

/**
 * A what-if change: a place's own time is multiplied by a factor, and each call takes some extra
 * time.
 *
 * @param place an operation, an edge, or a service as a whole
 * @param factor of the place's own time: 0.9 is 10 % faster
 * @param addedNanos extra time of each call, nanoseconds; negative if shorter
 */
public record Intervention(Place place, double factor, long addedNanos) {
  public Intervention {
    requireNonNull(place, "place");
    if (!(factor >= 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("factor " + factor);
    }
  }

  /** The place's own time becomes shorter by this part. */
  public static Intervention faster(Place place, double part) {
    return new Intervention(place, 1 - part, 0);
  }

  /** Each call of the place takes this much longer. */
  public static Intervention slower(Place place, long nanos) {
    return new Intervention(place, 1, nanos);
  }

  Change in(PlaceNumbers places) {
    return new Change(places.partsOf(place), factor, addedNanos);
  }
}
