package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.ThreadSafeSimpleCounter;

/**
 * What became of posts, as metrics of Flink.
 *
 * @param posted accepted
 * @param failed attempts that nobody took
 * @param refused that Alertmanager will never take
 * @param dropped records for which there was no room, or whose end could not be posted in time
 * @param skipped records whose window was too old
 */
record PosterMetrics(
    Counter posted, Counter failed, Counter refused, Counter dropped, Counter skipped) {
  /** Counters that are registered, and zero; beside them what the outbox has. */
  static PosterMetrics of(MetricGroup operator, Outbox outbox) {
    MetricGroup group = MetricScope.of(operator);
    group.gauge("postsPending", () -> outbox.untold().size());
    return new PosterMetrics(
        counter(group, "postsAccepted"),
        counter(group, "postsFailed"),
        counter(group, "postsRefused"),
        counter(group, "postsDropped"),
        counter(group, "postsSkipped"));
  }

  private static Counter counter(MetricGroup group, String name) {
    return group.counter(name, new ThreadSafeSimpleCounter());
  }
}
