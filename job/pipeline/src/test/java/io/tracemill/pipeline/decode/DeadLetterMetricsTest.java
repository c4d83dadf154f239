package io.tracemill.pipeline.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.MetricScope;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class DeadLetterMetricsTest {
  private final MetricListener flink = new MetricListener();
  private final DeadLetterMetrics metrics = new DeadLetterMetrics(flink.getMetricGroup());

  @Test
  void deadLettersAreCountedByTopic() {
    metrics.count("jaeger");
    metrics.count("otlp");
    metrics.count("jaeger");

    assertThat(count("jaeger")).isEqualTo(2);
    assertThat(count("otlp")).isEqualTo(1);
  }

  private long count(String topic) {
    return flink
        .getCounter(MetricScope.GROUP, "topic", topic, "deadLetters")
        .orElseThrow()
        .getCount();
  }
}
