package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.MetricGroup;

/** Flink metrics of an assembly subtask's state; other threads read them. */
final class AssembleMetrics {
  private final Tombstones tombstones;
  private volatile int remembered;

  /** Registers the gauges. */
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

  /** Copies figures that other threads cannot read while they change. */
  void look() {
    remembered = tombstones.size();
  }
}
