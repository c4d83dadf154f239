package io.tracemill.analysis.bottomup;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * A frame by what it costs over all endpoints of a window. Times are nanoseconds.
 *
 * @param frame whose own time it is; an edge's time counts at the frame of its client span
 * @param exclusiveNanos its own time on the critical paths of all requests
 * @param endpoints how many endpoints have it on a critical path
 * @param traces requests with it on their critical path
 * @param tracesPresent requests that have it at all
 * @param shares what it is of each endpoint's time, most nanoseconds first
 * @param callers the frames directly above it, most nanoseconds first
 */
public record Hotspot(
    Frame frame,
    long exclusiveNanos,
    long endpoints,
    long traces,
    long tracesPresent,
    List<Share> shares,
    List<Caller> callers) {
  public Hotspot {
    shares = List.copyOf(shares);
    callers = List.copyOf(callers);
  }

  /**
   * What the frame is of an endpoint.
   *
   * @param exclusiveNanos its own time in requests of the endpoint
   * @param share this by the duration of all requests of the endpoint
   */
  public record Share(Frame endpoint, long exclusiveNanos, double share) {}

  /** A caller, and the part of the frame's own time that was spent below it. */
  public record Caller(Frame frame, long exclusiveNanos) {}
}
