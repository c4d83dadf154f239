package io.tracemill.analysis.hotspot;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sums.ServiceEdge;

/**
 * The calls of one service to another in a window: an edge of the service graph.
 *
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param requests number of calls
 * @param failed number of calls whose span at the callee failed
 * @param latency the durations of the callee's spans
 */
public record Dependency(
    long startMillis,
    long endMillis,
    ServiceEdge edge,
    long requests,
    long failed,
    Latency latency) {
  public Dependency {
    requireNonNull(edge, "edge");
    requireNonNull(latency, "latency");
  }

  /** Durations, nanoseconds; the mean is exact and rounded, the percentiles are within 1 %. */
  public record Latency(long mean, long p50, long p95, long p99) {}
}
