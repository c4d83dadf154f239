package io.tracemill.analysis.record;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;

/**
 * The calls of one service to another in a window, an edge of the service graph: a record of {@code
 * dependencies}.
 *
 * @param requests number of calls
 * @param failed number of calls whose span at the callee failed
 * @param messages number of calls that a message carried
 * @param latencyNanos the durations of the callee's spans
 * @param newest the calls since the window before; empty for a range of the past
 */
public record Dependency(
    Period window,
    String caller,
    String callee,
    long requests,
    long failed,
    long messages,
    Latency latencyNanos,
    Optional<Increment> newest)
    implements StreamRecord {
  public Dependency {
    requireNonNull(window, "window");
    requireNonNull(caller, "caller");
    requireNonNull(callee, "callee");
    requireNonNull(latencyNanos, "latencyNanos");
    requireNonNull(newest, "newest");
  }

  @Override
  public List<String> key() {
    return List.of(caller, callee, Long.toString(window.startMillis()));
  }

  @Override
  public List<Frame> about() {
    return List.of();
  }

  /** Durations; the mean is exact and rounded, the percentiles are within 1 %. */
  public record Latency(long mean, long p50, long p95, long p99) {}

  /** The calls of the end of the window that no earlier record has: increments add up. */
  public record Increment(Period time, long requests, long failed, DurationCounts durations) {}
}
