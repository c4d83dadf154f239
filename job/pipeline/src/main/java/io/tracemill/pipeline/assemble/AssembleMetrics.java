package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.MetricGroup;

/** What a subtask of assembly holds, as metrics of Flink, which other threads read. */
final class AssembleMetrics {
  private final Tombstones tombstones;
  private volatile int remembered;

  /** Gauges that are registered. */
  AssembleMetrics(
      MetricGroup operator, OpenTraces openTraces, AssemblyCaps caps, Tombstones tombstones) {
    this.tombstones = tombstones;
    MetricGroup group = MetricScope.of(operator);
    group.gauge("openTraces", openTraces::size);
    group.gauge("openBytes", openTraces::bytes);
    group.gauge("openBytesLimit", caps::maxOpenBytes);
    group.gauge("tombstones", () -> remembered);
    look();
  }

  /** Looks again at what cannot be read while it changes. */
  void look() {
    remembered = tombstones.size();
  }
}
