package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.hotspot.Dependency.Latency;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.ServiceEdge;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds up the calls between services of many endpoints, in any order. */
public final class ServiceGraph {
  private final Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();

  /** Adds the calls of one endpoint's requests. */
  public void add(Map<ServiceEdge, EdgeSum> more) {
    more.forEach((edge, sum) -> edges.computeIfAbsent(edge, added -> new EdgeSum()).merge(sum));
  }

  /**
   * The calls of all endpoints, by caller and callee.
   *
   * @param startMillis start of the window, milliseconds since the epoch
   * @param endMillis its end, exclusive
   */
  public List<Dependency> dependencies(long startMillis, long endMillis) {
    return edges.entrySet().stream()
        .map(edge -> dependency(startMillis, endMillis, edge.getKey(), edge.getValue()))
        .toList();
  }

  private static Dependency dependency(
      long startMillis, long endMillis, ServiceEdge edge, EdgeSum sum) {
    LatencySketch durations = sum.durations();
    return new Dependency(
        startMillis,
        endMillis,
        edge,
        sum.calls(),
        sum.failed(),
        new Latency(
            ProfileReader.roundedMean(sum.nanos(), sum.calls()),
            durations.quantile(0.50),
            durations.quantile(0.95),
            durations.quantile(0.99)));
  }
}
