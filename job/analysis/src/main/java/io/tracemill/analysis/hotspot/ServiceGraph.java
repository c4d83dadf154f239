package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Dependency.Latency;
import io.tracemill.analysis.record.DurationCounts;
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

  /** The calls of all endpoints in a window, by caller and callee. */
  public List<Dependency> dependencies(Period window) {
    return edges.entrySet().stream()
        .map(edge -> dependency(window, edge.getKey(), edge.getValue()))
        .toList();
  }

  private static Dependency dependency(Period window, ServiceEdge edge, EdgeSum sum) {
    LatencySketch durations = sum.durations();
    return new Dependency(
        window,
        edge.caller(),
        edge.callee(),
        sum.calls(),
        sum.failed(),
        sum.messages(),
        new Latency(
            ProfileReader.roundedMean(sum.nanos(), sum.calls()),
            durations.quantile(0.50),
            durations.quantile(0.95),
            durations.quantile(0.99)),
        DurationCounts.of(durations, sum.nanos()));
  }
}
