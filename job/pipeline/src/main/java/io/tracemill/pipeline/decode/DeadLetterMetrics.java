package io.tracemill.pipeline.decode;

import io.tracemill.pipeline.MetricScope;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * Flink counters of the records that a subtask could not decode, by topic, so that its sender can
 * be fixed. A topic's counter exists from its first dead letter on.
 */
final class DeadLetterMetrics {
  private final MetricGroup group;
  private final Map<String, Counter> byTopic = new HashMap<>();

  DeadLetterMetrics(MetricGroup operator) {
    group = MetricScope.of(operator);
  }

  /** Counts one dead letter of this topic. */
  void count(String topic) {
    byTopic
        .computeIfAbsent(topic, name -> group.addGroup("topic", name).counter("deadLetters"))
        .inc();
  }
}
