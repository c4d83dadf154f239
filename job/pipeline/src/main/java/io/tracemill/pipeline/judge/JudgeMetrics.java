package io.tracemill.pipeline.judge;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.MetricGroup;

/** What the judge holds, as metrics of Flink, which other threads read. */
final class JudgeMetrics {
  private volatile long slidesWaiting;
  private volatile long stateBytes;

  /** Gauges that are registered, and zero until the judge has looked at its state. */
  JudgeMetrics(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    group.gauge("slidesWaiting", () -> slidesWaiting);
    group.gauge("judgeBytes", () -> stateBytes);
  }

  /** So many endpoints' slides were there to be judged, now or later. */
  void slidesWaiting(long slides) {
    slidesWaiting = slides;
  }

  /** What is known of alerts and of questions that are open takes so many bytes of state. */
  void stateBytes(long bytes) {
    stateBytes = bytes;
  }
}
