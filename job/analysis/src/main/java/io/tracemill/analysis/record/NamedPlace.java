package io.tracemill.analysis.record;

import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * A place or a call by its names.
 *
 * @param service of a frame or a whole service; of a call, the one that is called
 * @param operation of a frame; of a call, the one that is called
 * @param caller the service that an edge leaves, or the frame that calls
 * @param callee the service that an edge leads to
 */
public record NamedPlace(
    Type type,
    Optional<String> service,
    Optional<String> operation,
    Optional<Caller> caller,
    Optional<String> callee) {
  /** What it is. */
  public enum Type {
    EDGE,
    FRAME,
    SERVICE,
    REQUEST,
    CALL
  }

  /** A service; with an operation, a frame. In JSON, a service is its name alone. */
  public record Caller(String service, Optional<String> operation) {}

  /** The names of a subject. */
  public static NamedPlace of(Subject subject) {
    return subject instanceof Subject.CallShare share
        ? of(share.call())
        : of(((Subject.OfPlace) subject).place());
  }

  private static NamedPlace of(Call call) {
    Caller caller = new Caller(call.parent().service(), Optional.of(call.parent().operation()));
    return named(Type.CALL, call.child(), Optional.of(caller));
  }

  /** The names of a place. */
  public static NamedPlace of(Place place) {
    if (place instanceof Place.Edge edge) {
      return new NamedPlace(
          Type.EDGE,
          Optional.empty(),
          Optional.empty(),
          Optional.of(new Caller(edge.caller(), Optional.empty())),
          Optional.of(edge.callee()));
    } else if (place instanceof Place.Operation operation) {
      return named(Type.FRAME, operation.frame(), Optional.empty());
    }
    boolean whole = place instanceof Place.Service;
    return new NamedPlace(
        whole ? Type.SERVICE : Type.REQUEST,
        whole ? Optional.of(place.service()) : Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static NamedPlace named(Type type, Frame frame, Optional<Caller> caller) {
    return new NamedPlace(
        type,
        Optional.of(frame.service()),
        Optional.of(frame.operation()),
        caller,
        Optional.empty());
  }
}
