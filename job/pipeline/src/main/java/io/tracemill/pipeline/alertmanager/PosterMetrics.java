package io.tracemill.pipeline.alertmanager;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * What became of posts, as metrics of Flink in the group {@code alertmanager}.
 *
 * @param posted accepted
 * @param failed attempts that nobody took
 * @param refused that Alertmanager will never take
 * @param dropped records for which there was no room, or whose end could not be posted in time
 * @param skipped records whose window was too old
 */
record PosterMetrics(
    Counter posted, Counter failed, Counter refused, Counter dropped, Counter skipped) {
  static final String GROUP = "alertmanager";

  /** Counters that are registered, and zero; beside them {@code pending}, as the outbox has it. */
  static PosterMetrics of(MetricGroup operator, Outbox outbox) {
    MetricGroup group = operator.addGroup(GROUP);
    group.gauge("pending", () -> outbox.untold().size());
    return new PosterMetrics(
        counter(group, "posted"),
        counter(group, "failed"),
        counter(group, "refused"),
        counter(group, "dropped"),
        counter(group, "skipped"));
  }

  private static Counter counter(MetricGroup group, String name) {
    return group.counter(name, new ThreadSafeSimpleCounter());
  }
}
