package io.tracemill.console.metrics;

import static java.util.Comparator.comparingLong;

import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tracemill.connectors.live.EndpointView;
import io.tracemill.connectors.live.LatencyPoint;
import io.tracemill.connectors.live.StepShare;
import java.util.List;

/** The metrics of the busiest endpoints that have requests now. */
final class EndpointMetrics {
  static final int MAX_ENDPOINTS = 1_000;
  static final int MAX_EDGES = 1_000;

  private final Gauges rate =
      new Gauges(
          "tracemill_endpoint_requests_per_second",
          "Requests per second in the endpoint's newest window");
  private final Gauges errors =
      new Gauges("tracemill_endpoint_error_ratio", "Share of the requests that failed, 0 to 1");
  private final Gauges latency =
      new Gauges("tracemill_endpoint_latency_seconds", "Response time, by quantile");
  private final Gauges edges =
      new Gauges(
          "tracemill_endpoint_edge_time_ratio",
          "Share of the requests' time on the way from one service to another, 0 to 1");
  private final Gauges leftOut =
      new Gauges("tracemill_endpoints_left_out", "Endpoints with fewer requests than those shown");
  private int edgeCount;

  private EndpointMetrics() {}

  /**
   * The metrics of these endpoints.
   *
   * @param asOfMillis end of the newest window of all endpoints, epoch milliseconds
   */
  static List<GaugeSnapshot> of(List<EndpointView> endpoints, long asOfMillis) {
    List<EndpointView> busiest =
        endpoints.stream()
            .filter(each -> isOfNow(each, asOfMillis))
            .sorted(comparingLong(each -> -each.newest().traces()))
            .toList();
    EndpointMetrics metrics = new EndpointMetrics();
    busiest.stream().limit(MAX_ENDPOINTS).forEach(metrics::add);
    metrics.leftOut.add(Math.max(0, busiest.size() - MAX_ENDPOINTS), Labels.EMPTY);
    return List.of(
        metrics.rate.snapshot(),
        metrics.errors.snapshot(),
        metrics.latency.snapshot(),
        metrics.edges.snapshot(),
        metrics.leftOut.snapshot());
  }

  /** Whether the endpoint's newest window is less than a window's length old. */
  private static boolean isOfNow(EndpointView endpoint, long asOfMillis) {
    long endMillis = endpoint.newest().endMillis();
    return endMillis > asOfMillis - endpoint.window().lengthMillis();
  }

  private void add(EndpointView endpoint) {
    LatencyPoint newest = endpoint.newest();
    Labels labels =
        Labels.of(
            "service", endpoint.endpoint().service(), "operation", endpoint.endpoint().operation());
    endpoint.ratePerSecond().ifPresent(known -> rate.add(known, labels));
    errors.add(newest.errorRatio(), labels);
    latency.add(Unit.nanosToSeconds(newest.p50()), labels.add("quantile", "0.5"));
    latency.add(Unit.nanosToSeconds(newest.p95()), labels.add("quantile", "0.95"));
    latency.add(Unit.nanosToSeconds(newest.p99()), labels.add("quantile", "0.99"));
    for (StepShare edge : endpoint.edges()) {
      if (edgeCount < MAX_EDGES) {
        edgeCount++;
        edges.add(edge.share(), labels.add("caller", edge.service()).add("callee", edge.callee()));
      }
    }
  }
}
