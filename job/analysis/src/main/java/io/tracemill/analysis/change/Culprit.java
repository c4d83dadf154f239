package io.tracemill.analysis.change;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.Optional;

/** Whom a change is put down to, wherever in a call path it stands. */
public sealed interface Culprit extends Comparable<Culprit> {
  /** Waiting for a service: network, queue, connection pool. */
  record EdgeCulprit(String caller, String callee) implements Culprit {
    @Override
    public String service() {
      return callee;
    }

    @Override
    public String toString() {
      return caller + " -> " + callee;
    }
  }

  /** What a frame does itself, be it work of its own or calls that it makes. */
  record FrameCulprit(Frame frame) implements Culprit {
    @Override
    public String service() {
      return frame.service();
    }

    @Override
    public String toString() {
      return frame.toString();
    }
  }

  /**
   * All that a service does itself, and waiting for it. A starved process is slow here in one
   * request and there in the next; only together it is slow in all of them.
   */
  record ServiceCulprit(String service) implements Culprit {
    @Override
    public boolean has(PathStep step) {
      return service.equals(step.service()) && !step.equals(PathStep.OTHER);
    }

    @Override
    public String toString() {
      return service;
    }
  }

  /** The service that incidents are told apart by: an edge's callee, a frame's own. */
  String service();

  /** Whether a step's time is its time. */
  default boolean has(PathStep step) {
    return of(step).filter(this::equals).isPresent();
  }

  /** By service, edges first, then by name. */
  @Override
  default int compareTo(Culprit other) {
    return Comparator.comparing(Culprit::service)
        .thenComparing(culprit -> culprit instanceof FrameCulprit)
        .thenComparing(culprit -> culprit instanceof ServiceCulprit)
        .thenComparing(Culprit::toString)
        .compare(this, other);
  }

  /** Whose time a step's is; nobody's where a limit has hidden it. */
  static Optional<Culprit> of(PathStep step) {
    if (step.equals(PathStep.OTHER)) {
      return Optional.empty();
    }
    Frame frame = step.frame();
    Optional<Culprit> edge = step.callee().map(callee -> new EdgeCulprit(frame.service(), callee));
    return edge.or(() -> Optional.of(new FrameCulprit(frame)));
  }
}
