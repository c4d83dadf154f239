package io.tracemill.analysis.place;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Optional;

/** A place where requests spend time, wherever in a call path it stands (semantics 8.1). */
public sealed interface Place extends Serializable {
  /** The way from one service to another: network, queue, connection pool. */
  record Edge(String caller, String callee) implements Place {
    public Edge {
      requireNonNull(caller, "caller");
      requireNonNull(callee, "callee");
    }

    @Override
    public String service() {
      return callee;
    }

    @Override
    public String toString() {
      return caller + " -> " + callee;
    }
  }

  /** An operation of a service: its own time. */
  record Operation(Frame frame) implements Place {
    public Operation {
      requireNonNull(frame, "frame");
    }

    @Override
    public String service() {
      return frame.service();
    }

    @Override
    public String toString() {
      return frame.toString();
    }
  }

  /** A service as a whole: its operations and the edges that lead to it. */
  record Service(String service) implements Place {
    public Service {
      requireNonNull(service, "service");
    }

    @Override
    public String toString() {
      return service;
    }
  }

  /** The request itself: its duration, and whether it failed. Its time is not asked about. */
  enum Request implements Place {
    WHOLE;

    @Override
    public String service() {
      return "";
    }

    @Override
    public String toString() {
      return "request";
    }
  }

  /** The service that its time is put down to: an edge's callee. */
  String service();

  /** Whether it is an edge or an operation, not a whole with such parts. */
  default boolean indivisible() {
    return this instanceof Edge || this instanceof Operation;
  }

  /** Whether another place is this one or a part of it. */
  default boolean includes(Place other) {
    return equals(other) || (this instanceof Service && service().equals(other.service()));
  }

  /** The place of a step's own time; none for {@code (other)}, where limits hide what it was. */
  static Optional<Place> of(PathStep step) {
    if (step.equals(PathStep.OTHER)) {
      return Optional.empty();
    }
    Frame frame = step.frame();
    return Optional.of(
        step.callee()
            .<Place>map(callee -> new Edge(frame.service(), callee))
            .orElseGet(() -> new Operation(frame)));
  }

  private int kind() {
    if (this instanceof Request) {
      return 0;
    }
    return this instanceof Edge ? 1 : this instanceof Operation ? 2 : 3;
  }

  private String detail() {
    return this instanceof Edge edge
        ? edge.caller()
        : this instanceof Operation operation ? operation.frame().operation() : "";
  }

  /** By service, then edges, operations, the service as a whole; then by name. */
  Comparator<Place> ORDER =
      Comparator.comparing(Place::service)
          .thenComparingInt(Place::kind)
          .thenComparing(Place::detail);
}
