package io.tracemill.pipeline.judge;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** Flink metrics of the judge's work and state; other threads read them. */
final class JudgeMetrics {
  final Counter panesJudged;
  final Counter partsLate;
  private volatile long endpoints;
  private volatile long bytes;

  /** Registers the metrics, at zero. Metrics of state show the latest checkpoint. */
  JudgeMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    panesJudged = group.counter("panesJudged");
    partsLate = group.counter("paneCountsLate");
    group.gauge("judgeEndpoints", () -> endpoints);
    group.gauge("judgeBytes", () -> bytes);
  }

  /** Sets the number of endpoints with rows in a checkpoint, and its size in bytes. */
  void keeps(long endpointsNow, long bytesNow) {
    endpoints = endpointsNow;
    bytes = bytesNow;
  }
}
