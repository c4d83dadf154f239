package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.record.Dependency.Increment;
import io.tracemill.analysis.record.Dependency.Latency;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sums.EdgeSum;
import io.tracemill.analysis.sums.ServiceEdge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up the calls between services of many endpoints, in any order. */
public final class ServiceGraph {
  private static final EdgeSum NONE = new EdgeSum();

  private final Map<ServiceEdge, EdgeSum> edges = new TreeMap<>();
  private final Map<ServiceEdge, EdgeSum> newest = new TreeMap<>();

  /** Adds the calls of one endpoint's requests in the window. */
  public void add(Map<ServiceEdge, EdgeSum> more) {
    merge(edges, more);
  }

  /** Adds those of its end, which are in the window too. */
  public void addNewest(Map<ServiceEdge, EdgeSum> more) {
    merge(newest, more);
  }

  private static void merge(Map<ServiceEdge, EdgeSum> all, Map<ServiceEdge, EdgeSum> more) {
    more.forEach((edge, sum) -> all.computeIfAbsent(edge, added -> new EdgeSum()).merge(sum));
  }

  /**
   * The calls of all endpoints in a window, by caller and callee.
   *
   * @param end the end of the window, which the window before lacks; without calls in it, there is
   *     nothing new to say; empty for a range of the past
   */
  public List<Dependency> dependencies(Period window, Optional<Period> end) {
    if (end.isPresent() && newest.isEmpty()) {
      return List.of();
    }
    return edges.entrySet().stream()
        .map(
            edge ->
                dependency(
                    window,
                    edge.getKey(),
                    edge.getValue(),
                    end.map(time -> increment(time, newest.getOrDefault(edge.getKey(), NONE)))))
        .toList();
  }

  private static Increment increment(Period time, EdgeSum sum) {
    return new Increment(
        time, sum.calls(), sum.failed(), DurationCounts.of(sum.durations(), sum.nanos()));
  }

  private static Dependency dependency(
      Period window, ServiceEdge edge, EdgeSum sum, Optional<Increment> newest) {
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
        newest);
  }
}
