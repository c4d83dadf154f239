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
 * slide since the task started: nobody else says of state what there is without reading all of it.
 */
final class MonitorMetrics {
  private final Map<Frame, Held> held = new HashMap<>();
  private final Counter endpoints = new SimpleCounter();
  private final Counter panes = new SimpleCounter();
  private final Counter blocks = new SimpleCounter();
  private final Counter otherCategories;

  private record Held(int panes, int blocks) {
    static final Held NOTHING = new Held(0, 0);
  }

  /** Metrics that are registered, and zero. */
  MonitorMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    group.gauge("endpoints", endpoints::getCount);
    group.gauge("panes", panes::getCount);
    group.gauge("baselineBlocks", blocks::getCount);
    otherCategories = group.counter("requestsOfOtherCategories");
  }

  /** How many endpoints are held, as far as is known. */
  long endpoints() {
    return endpoints.getCount();
  }

  /** An endpoint has as many panes and blocks now. */
  void holds(Frame endpoint, int panesNow, int blocksNow) {
    Held now = new Held(panesNow, blocksNow);
    Held before = held.getOrDefault(endpoint, Held.NOTHING);
    if (held.put(endpoint, now) == null) {
      endpoints.inc();
    }
    move(before, now);
  }

  /** Nothing is held of an endpoint any more. */
  void forgets(Frame endpoint) {
    Held before = held.getOrDefault(endpoint, Held.NOTHING);
    if (held.remove(endpoint) != null) {
      endpoints.dec();
    }
    move(before, Held.NOTHING);
  }

  private void move(Held before, Held now) {
    panes.inc(now.panes() - before.panes());
    blocks.inc(now.blocks() - before.blocks());
  }

  /** Requests of a pane are in no category that has a name, of an endpoint that has one. */
  void otherCategories(Frame endpoint, long requests) {
    // Those of endpoints without a name were counted as such.
    if (!endpoint.equals(AggregateOperator.OTHER)) {
      otherCategories.inc(requests);
    }
  }
}
