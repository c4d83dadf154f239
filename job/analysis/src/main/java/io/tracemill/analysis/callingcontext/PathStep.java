package io.tracemill.analysis.callingcontext;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * One step of a call path: a frame, or the <em>edge</em> from a frame's service to the service it
 * calls (semantics 5). Time on an edge is spent on the network, in a queue, or waiting for a
 * connection.
 */
public final class PathStep implements Comparable<PathStep> {
  private static final String NO_CALLEE = "";

  /** The step of all nodes that a limit does not admit. */
  public static final PathStep OTHER = new PathStep(Frame.of("(other)", "(other)"), NO_CALLEE);

  private final Frame frame;
  private final String callee;
  private final int hash;

  private PathStep(Frame frame, String callee) {
    this.frame = requireNonNull(frame, "frame");
    this.callee = callee;
    this.hash = 31 * frame.hashCode() + callee.hashCode();
  }

  /** The step that is a frame's own time. */
  public static PathStep of(Frame frame) {
    return new PathStep(frame, NO_CALLEE);
  }

  /** The step that is an edge from {@code frame} to {@code callee}, the name of a service. */
  public static PathStep edge(Frame frame, String callee) {
    return new PathStep(frame, callee);
  }

  /** The step of these names; without a callee, a frame's own time. */
  public static PathStep of(String service, String operation, Optional<String> callee) {
    return new PathStep(Frame.of(service, operation), callee.orElse(NO_CALLEE));
  }

  public Frame frame() {
    return frame;
  }

  /** The service the edge leads to; empty for a frame's own time. */
  public Optional<String> callee() {
    return callee.isEmpty() ? Optional.empty() : Optional.of(callee);
  }

  /** The service that the time is put down to: an edge's callee, a frame's own. */
  public String service() {
    return callee.isEmpty() ? frame.service() : callee;
  }

  /** By service, operation, callee; a frame's own time first. */
  @Override
  public int compareTo(PathStep other) {
    int byFrame = frame.compareTo(other.frame);
    return byFrame != 0 ? byFrame : callee.compareTo(other.callee);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof PathStep that
            && hash == that.hash
            && frame.equals(that.frame)
            && callee.equals(that.callee));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return callee.isEmpty() ? frame.toString() : frame + " -> " + callee;
  }
}
