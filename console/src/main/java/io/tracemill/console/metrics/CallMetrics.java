package io.tracemill.console.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.Unit;
import io.tracemill.analysis.record.DurationCounts;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.RequestCounters.Total;
import java.util.List;

/**
 * The requests of endpoints and the calls between services, by the names that Grafana's service
 * graph asks for: those of the OpenTelemetry Collector's servicegraph connector and of Tempo's span
 * metrics.
 *
 * <p>A name has 21 series, so there are at most {@value #MAX_SERIES}.
 */
final class CallMetrics {
  /** Half of them for endpoints, half for edges, {@code (other)} included. */
  static final int MAX_SERIES = 20_000;

  private final CounterSnapshot.Builder calls =
      CounterSnapshot.builder()
          .name("traces_service_graph_request")
          .help("Calls from client to server");
  private final CounterSnapshot.Builder failed =
      CounterSnapshot.builder()
          .name("traces_service_graph_request_failed")
          .help("Calls from client to server that failed");
  private final HistogramSnapshot.Builder callSeconds =
      HistogramSnapshot.builder()
          .name("traces_service_graph_request_server_seconds")
          .help("Duration of the calls, as the server's spans say");
  private final CounterSnapshot.Builder requests =
      CounterSnapshot.builder()
          .name("traces_spanmetrics_calls")
          .help("Requests of the endpoint that span_name names");
  private final HistogramSnapshot.Builder requestSeconds =
      HistogramSnapshot.builder()
          .name("traces_spanmetrics_latency")
          .help("Response time of the requests, seconds");

  private CallMetrics() {}

  /** The metrics as of now. */
  static List<MetricSnapshot> of(Picture picture) {
    CallMetrics metrics = new CallMetrics();
    picture
        .callTotals()
        .forEach(
            (edge, total) ->
                metrics.addCalls(
                    Labels.of(
                        "client",
                        edge.services().caller(),
                        "connection_type",
                        edge.messages() ? "messaging_system" : "",
                        "server",
                        edge.services().callee()),
                    total));
    picture
        .requestTotals()
        .forEach(
            (endpoint, total) ->
                metrics.addRequests(
                    Labels.of(
                        "service",
                        endpoint.service(),
                        "span_kind",
                        "SPAN_KIND_SERVER",
                        "span_name",
                        endpoint.operation()),
                    total));
    return List.of(
        metrics.calls.build(),
        metrics.failed.build(),
        metrics.callSeconds.build(),
        metrics.requests.build(),
        metrics.requestSeconds.build());
  }

  private void addCalls(Labels labels, Total total) {
    calls.dataPoint(counter(total.requests(), labels));
    failed.dataPoint(counter(total.failed(), labels));
    callSeconds.dataPoint(histogram(total, labels));
  }

  private void addRequests(Labels labels, Total total) {
    long good = total.requests() - total.failed();
    requests.dataPoint(counter(good, labels.add("status_code", "STATUS_CODE_UNSET")));
    requests.dataPoint(counter(total.failed(), labels.add("status_code", "STATUS_CODE_ERROR")));
    requestSeconds.dataPoint(histogram(total, labels));
  }

  private static CounterDataPointSnapshot counter(long value, Labels labels) {
    return CounterDataPointSnapshot.builder().value((double) value).labels(labels).build();
  }

  private static HistogramDataPointSnapshot histogram(Total total, Labels labels) {
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    long below = 0;
    for (int i = 0; i < DurationCounts.BOUNDS_NANOS.size(); i++) {
      long atMost = total.latency().atMost().get(i);
      buckets.bucket(Unit.nanosToSeconds(DurationCounts.BOUNDS_NANOS.get(i)), atMost - below);
      below = atMost;
    }
    buckets.bucket(Double.POSITIVE_INFINITY, total.requests() - below);
    return HistogramDataPointSnapshot.builder()
        .classicHistogramBuckets(buckets.build())
        .sum(Unit.nanosToSeconds(total.latency().sumNanos()))
        .exemplars(exemplars(total))
        .labels(labels)
        .build();
  }

  private static Exemplars exemplars(Total total) {
    return Exemplars.of(
        total.exemplars().stream()
            .map(
                each ->
                    Exemplar.builder()
                        .value(Unit.nanosToSeconds(each.durationNanos()))
                        .labels(Labels.of("trace_id", each.traceId()))
                        .build())
            .toList());
  }
}
