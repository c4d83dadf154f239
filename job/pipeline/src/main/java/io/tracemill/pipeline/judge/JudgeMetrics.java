package io.tracemill.pipeline.judge;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/** What the judge did and holds, as metrics of Flink, which other threads read. */
final class JudgeMetrics {
  final Counter panesJudged;
  final Counter partsLate;
  private volatile long endpoints;
  private volatile long bytes;

  /** Metrics that are registered, and zero; of state they are those of the latest checkpoint. */
  JudgeMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    panesJudged = group.counter("panesJudged");
    partsLate = group.counter("paneCountsLate");
    group.gauge("judgeEndpoints", () -> endpoints);
    group.gauge("judgeBytes", () -> bytes);
  }

  /** A checkpoint has the rows of so many endpoints, and so many bytes in all. */
  void keeps(long endpointsNow, long bytesNow) {
    endpoints = endpointsNow;
    bytes = bytesNow;
  }
}
