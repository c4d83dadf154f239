package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class PosterMetricsTest {
  private static final Path OPERATIONS = Path.of("../../docs/operations.md");

  private final MetricListener flink = new MetricListener();
  private final Outbox outbox = new Outbox(Settings.to(URI.create("http://host")), 10);
  private final PosterMetrics metrics = PosterMetrics.of(flink.getMetricGroup(), outbox);

  @Test
  void everyCounterIsOneOfFlinksAndInTheManual() throws Exception {
    String manual = Files.readString(OPERATIONS);
    metrics.posted().inc(3);
    assertThat(flink.getCounter("alertmanager", "posted").orElseThrow().getCount()).isEqualTo(3);
    for (String name : List.of("posted", "failed", "refused", "dropped", "skipped")) {
      assertThat(flink.getCounter("alertmanager", name)).as(name).isPresent();
      assertThat(manual).contains("`alertmanager." + name + "`");
    }
  }

  @Test
  void pendingIsWhatNobodyWasTold() {
    Gauge<Integer> pending = flink.<Integer>getGauge("alertmanager", "pending").orElseThrow();
    outbox.offer(firing("i1", 1).post(), at(1));
    assertThat(pending.getValue()).isEqualTo(1);
    outbox.accepted(firing("i1", 1).post(), at(1));
    assertThat(pending.getValue()).isZero();
  }
}
