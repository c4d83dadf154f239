package io.tracemill.connectors.live;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.ServiceEdge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An endpoint as of its newest window.
 *
 * @param profile the newest profile, as JSON
 * @param window the window of that profile
 * @param ratePerSecond requests per second in that window; empty until the job has observed a whole
 *     one
 * @param latencyNanos the latency of that profile
 * @param steps the steps with the most time, largest first
 * @param path the hottest path, from the first step down
 * @param edges the edges with the most time, largest first
 * @param calls by edge between services, the share of the time behind its calls
 * @param watch the {@code watch} of its newest quality record
 * @param points its windows, oldest first; at least one
 */
public record EndpointView(
    Frame endpoint,
    String profile,
    Period window,
    OptionalDouble ratePerSecond,
    EndpointProfile.Latency latencyNanos,
    List<StepShare> steps,
    List<StepShare> path,
    List<StepShare> edges,
    Map<ServiceEdge, Double> calls,
    Optional<Watch> watch,
    List<LatencyPoint> points) {
  public EndpointView {
    edges = List.copyOf(edges);
    points = List.copyOf(points);
  }

  /** The newest window in numbers. */
  public LatencyPoint newest() {
    return points.get(points.size() - 1);
  }
}
