package io.tracemill.analysis.explanation;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.LatencySketch;

/**
 * All requests of an endpoint in two cohorts. Times are response times; means are exact to the
 * nanosecond, percentiles within 1 %.
 */
public record Totals(
    long beforeTraces,
    long afterTraces,
    long beforeMeanNanos,
    long afterMeanNanos,
    long beforeP95Nanos,
    long afterP95Nanos) {
  private static final double P95 = 0.95;

  static Totals of(EndpointAccumulator before, EndpointAccumulator after, ChangeAccount account) {
    return new Totals(
        before.count(),
        after.count(),
        account.beforeMeanNanos(),
        account.afterMeanNanos(),
        latency(before).quantile(P95),
        latency(after).quantile(P95));
  }

  private static LatencySketch latency(EndpointAccumulator requests) {
    LatencySketch all = new LatencySketch();
    requests.categories().values().forEach(category -> all.merge(category.latency()));
    all.merge(requests.other().latency());
    return all;
  }
}
