package io.tracemill.analysis.incident;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import java.io.Serializable;

/** The subject of a change (semantics 8.1). */
public sealed interface Subject extends Serializable {
  /** What is asked about a place. */
  sealed interface OfPlace extends Subject {
    Place place();

    @Override
    default String service() {
      return place().service();
    }

    @Override
    default boolean indivisible() {
      return place().indivisible();
    }
  }

  /** The own time at a place, per call. */
  record PlaceTime(Place place) implements OfPlace {
    public PlaceTime {
      requireNonNull(place, "place");
    }

    @Override
    public String toString() {
      return place + " time";
    }
  }

  /** The share of requests that make a call, among requests with the calling frame. */
  record CallShare(Call call) implements Subject {
    public CallShare {
      requireNonNull(call, "call");
    }

    @Override
    public String service() {
      return call.child().service();
    }

    @Override
    public String toString() {
      return call.toString();
    }
  }

  /**
   * The share of requests in which a place fails, among requests with the place; for {@link
   * Place.Request}, the share of failed requests.
   */
  record ErrorShare(Place place) implements OfPlace {
    public ErrorShare {
      requireNonNull(place, "place");
    }

    @Override
    public String toString() {
      return place + " errors";
    }
  }

  /** Whether it is about an edge, an operation or a call, not a whole with such parts. */
  default boolean indivisible() {
    return true;
  }

  /** The service that separates incidents: the service of a place, or of a call's child. */
  String service();
}
