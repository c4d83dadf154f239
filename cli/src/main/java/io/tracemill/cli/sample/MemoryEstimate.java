package io.tracemill.cli.sample;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.StateWeights;
import java.util.List;

/**
 * What the job's state takes in memory at a steady rate, all subtasks together.
 *
 * <pre>
 *   open traces  = spans/s x how long a span waits for its trace to close x bytes per span
 *   tombstones   = traces/s x how long one is remembered x bytes of one
 *   profiles     = bytes of all endpoints in one slide x slides that are kept, at most
 * </pre>
 *
 * What a span and an endpoint take is measured on the sample, objects included.
 *
 * @param openSeconds how long a span waits, the mean
 * @param bytesPerSpan of an open trace
 * @param profileBytes of panes and baselines
 */
public record MemoryEstimate(
    double openSeconds,
    double bytesPerSpan,
    long openBytes,
    long tombstoneBytes,
    long profileBytes) {
  private static final double MILLIS_PER_SECOND = 1000;

  static MemoryEstimate of(
      List<ClosedTrace> traces, long paneBytes, double spansPerSecond, TracemillConfig config) {
    double spans = Math.max(1, traces.stream().mapToLong(ClosedTrace::spans).sum());
    double waits = traces.stream().mapToDouble(MemoryEstimate::spanMillis).sum();
    double bytes =
        traces.stream().flatMap(ClosedTrace::fragments).mapToLong(StateWeights::ofFragment).sum();
    double openSeconds =
        (waits / spans + config.get(Keys.TIME_OUT_OF_ORDERNESS).toMillis()) / MILLIS_PER_SECOND;
    double tracesPerSecond = spansPerSecond * traces.size() / spans;
    double remembered = config.get(Keys.ASSEMBLY_TOMBSTONE_TTL).toMillis() / MILLIS_PER_SECOND;
    return new MemoryEstimate(
        openSeconds,
        bytes / spans,
        Math.round(spansPerSecond * openSeconds * bytes / spans),
        Math.round(tracesPerSecond * remembered * StateWeights.ofTombstone()),
        StateWeights.ofMonitor(paneBytes, config));
  }

  /** Sum over its spans of how long they wait. */
  private static double spanMillis(ClosedTrace trace) {
    double millis = 0;
    for (Fragment fragment : trace.trace().fragments()) {
      millis +=
          (double) fragment.spans() * (trace.trace().deadlineMillis() - fragment.timeMillis());
    }
    return millis;
  }

  /** Everything. */
  public long bytes() {
    return openBytes + tombstoneBytes + profileBytes;
  }
}
