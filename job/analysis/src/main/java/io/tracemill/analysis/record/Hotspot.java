package io.tracemill.analysis.record;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * The cost of a frame over all endpoints of a window: a record of {@code hotspots}. Times are
 * nanoseconds.
 *
 * @param rank 1 for the frame that cost most
 * @param service of the frame; an edge's time counts at the frame of its client span
 * @param exclusiveNanos its own time on the critical paths of all requests
 * @param endpoints number of endpoints that have it on a critical path
 * @param traces number of requests with it on their critical path
 * @param tracesPresent number of requests that have it, on or off the path
 * @param shares its share of each endpoint's time, most nanoseconds first
 * @param callers the frames directly above it, most nanoseconds first
 */
public record Hotspot(
    Period window,
    int rank,
    String service,
    String operation,
    long exclusiveNanos,
    long endpoints,
    long traces,
    long tracesPresent,
    List<Share> shares,
    List<Caller> callers)
    implements StreamRecord {
  public Hotspot {
    shares = List.copyOf(shares);
    callers = List.copyOf(callers);
  }

  @Override
  public List<String> key() {
    return List.of(Long.toString(window.startMillis()), service, operation);
  }

  @Override
  public List<Frame> about() {
    return shares.stream().map(each -> Frame.of(each.service, each.operation)).toList();
  }

  /**
   * The frame's share of an endpoint.
   *
   * @param exclusiveNanos its own time in requests of the endpoint
   * @param share this time divided by the duration of all requests of the endpoint
   */
  public record Share(String service, String operation, long exclusiveNanos, double share) {}

  /** A caller, and the part of the frame's own time that was spent below it. */
  public record Caller(String service, String operation, long exclusiveNanos) {}
}
