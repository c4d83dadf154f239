package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * The cost of a frame over all endpoints of a window. Times are nanoseconds.
 *
 * @param frame the frame; an edge's time counts at the frame of its client span
 * @param exclusiveNanos its own time on the critical paths of all requests
 * @param endpoints number of endpoints that have it on a critical path
 * @param traces number of requests with it on their critical path
 * @param tracesPresent number of requests that have it, on or off the path
 * @param shares its share of each endpoint's time, most nanoseconds first
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
   * The frame's share of an endpoint.
   *
   * @param exclusiveNanos its own time in requests of the endpoint
   * @param share this time divided by the duration of all requests of the endpoint
   */
  public record Share(Frame endpoint, long exclusiveNanos, double share) {}

  /** A caller, and the part of the frame's own time that was spent below it. */
  public record Caller(Frame frame, long exclusiveNanos) {}
}
