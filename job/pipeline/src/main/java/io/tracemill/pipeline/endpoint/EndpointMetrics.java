package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.CountOperator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/**
 * Flink metrics of an endpoint subtask's state. An endpoint counts from its first slide since the
 * task started, because counting keyed state would mean reading all of it.
 */
final class EndpointMetrics {
  private final Map<Frame, Integer> held = new HashMap<>();
  private final Counter endpoints = new SimpleCounter();
  private final Counter panes = new SimpleCounter();
  private final Counter late;
  private final Counter otherCategories;
  private final Counter anomalies;

  /** Endpoints whose model no longer fits. */
  private final Set<Frame> drifted = new HashSet<>();

  /** Registers the metrics, at zero. */
  EndpointMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    group.gauge("endpoints", endpoints::getCount);
    group.gauge("panes", panes::getCount);
    late = group.counter("endpointPartsLate");
    otherCategories = group.counter("requestsOfOtherCategories");
    anomalies = group.counter("anomalies");
    group.gauge("anomalyModelsDrifted", drifted::size);
  }

  /** The known number of endpoints. */
  long endpoints() {
    return endpoints.getCount();
  }

  /** Sets the number of panes of an endpoint. */
  void holds(Frame endpoint, int panesNow) {
    Integer before = held.put(endpoint, panesNow);
    endpoints.inc(before == null ? 1 : 0);
    panes.inc(panesNow - (before == null ? 0 : before));
  }

  /** Removes an endpoint. */
  void forgets(Frame endpoint) {
    Integer before = held.remove(endpoint);
    drifted.remove(endpoint);
    if (before != null) {
      endpoints.dec();
      panes.dec(before);
    }
  }

  /** Counts an anomaly. */
  void anomaly() {
    anomalies.inc();
  }

  /** Sets whether an endpoint's model no longer fits. */
  void drifts(Frame endpoint, boolean drifts) {
    if (drifts) {
      drifted.add(endpoint);
    } else {
      drifted.remove(endpoint);
    }
  }

  /** Counts a part of a pane that came after the end of the pane. */
  void late() {
    late.inc();
  }

  /** Counts requests of a named endpoint's pane in unnamed categories. */
  void otherCategories(Frame endpoint, long requests) {
    // Requests of unnamed endpoints are counted elsewhere.
    if (!endpoint.equals(CountOperator.OTHER)) {
      otherCategories.inc(requests);
    }
  }
}
