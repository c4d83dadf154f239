package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/**
 * What a subtask of the monitor holds, as metrics of Flink. An endpoint is counted from its first
 * slide since the task started: state does not say what there is without being read whole.
 */
final class MonitorMetrics {
  private final Map<Frame, Integer> held = new HashMap<>();
  private final Counter endpoints = new SimpleCounter();
  private final Counter panes = new SimpleCounter();
  private final Counter late;
  private final Counter otherCategories;

  /** Metrics that are registered, and zero. */
  MonitorMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    group.gauge("endpoints", endpoints::getCount);
    group.gauge("panes", panes::getCount);
    late = group.counter("profileDeltasLate");
    otherCategories = group.counter("requestsOfOtherCategories");
  }

  /** How many endpoints are held, as far as is known. */
  long endpoints() {
    return endpoints.getCount();
  }

  /** An endpoint has so many panes now. */
  void holds(Frame endpoint, int panesNow) {
    Integer before = held.put(endpoint, panesNow);
    endpoints.inc(before == null ? 1 : 0);
    panes.inc(panesNow - (before == null ? 0 : before));
  }

  /** Nothing is held of an endpoint any more. */
  void forgets(Frame endpoint) {
    Integer before = held.remove(endpoint);
    if (before != null) {
      endpoints.dec();
      panes.dec(before);
    }
  }

  /** A part of a pane came after the pane was over. */
  void late() {
    late.inc();
  }

  /** Requests of a pane are in no category that has a name, of an endpoint that has one. */
  void otherCategories(Frame endpoint, long requests) {
    // Those of endpoints without a name were counted as such.
    if (!endpoint.equals(AggregateOperator.OTHER)) {
      otherCategories.inc(requests);
    }
  }
}
