package io.tracemill.pipeline.decode;

import io.tracemill.pipeline.MetricScope;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * How many records of each topic a subtask could not decode, as metrics of Flink: whose sender is
 * to be mended. A topic has its counter from its first dead letter on.
 */
final class DeadLetterMetrics {
  private final MetricGroup group;
  private final Map<String, Counter> byTopic = new HashMap<>();

  DeadLetterMetrics(MetricGroup operator) {
    group = MetricScope.of(operator);
  }

  /** One more of this topic. */
  void count(String topic) {
    byTopic
        .computeIfAbsent(topic, name -> group.addGroup("topic", name).counter("deadLetters"))
        .inc();
  }
}
