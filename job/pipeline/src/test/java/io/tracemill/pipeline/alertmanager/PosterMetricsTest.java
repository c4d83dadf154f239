package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.MetricScope;
import java.net.URI;
import java.util.List;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class PosterMetricsTest {
  private final MetricListener flink = new MetricListener();
  private final Outbox outbox = new Outbox(Settings.to(URI.create("http://host")), 10);
  private final PosterMetrics metrics = PosterMetrics.of(flink.getMetricGroup(), outbox);

  @Test
  void whatBecameOfPostsIsCounted() {
    metrics.posted().inc(3);
    metrics.failed().inc(4);

    assertThat(flink.getCounter(MetricScope.GROUP, "postsAccepted").orElseThrow().getCount())
        .isEqualTo(3);
    assertThat(flink.getCounter(MetricScope.GROUP, "postsFailed").orElseThrow().getCount())
        .isEqualTo(4);
    for (String name : List.of("postsRefused", "postsDropped", "postsSkipped")) {
      assertThat(flink.getCounter(MetricScope.GROUP, name)).as(name).isPresent();
    }
  }

  @Test
  void pendingIsWhatNobodyWasTold() {
    Gauge<Integer> pending =
        flink.<Integer>getGauge(MetricScope.GROUP, "postsPending").orElseThrow();
    outbox.offer(firing("i1", 1).post(), at(1));
    assertThat(pending.getValue()).isEqualTo(1);
    outbox.accepted(firing("i1", 1).post(), at(1));
    assertThat(pending.getValue()).isZero();
  }
}
