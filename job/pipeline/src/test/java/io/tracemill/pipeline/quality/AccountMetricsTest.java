package io.tracemill.pipeline.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class AccountMetricsTest {
  private final MetricListener flink = new MetricListener();
  private final AccountMetrics metrics = new AccountMetrics(flink.getMetricGroup());

  @Test
  void countersShowTheSumOfWhatWasAdded() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.RECORDS_RECEIVED, 3);
    counts.add(Measure.SPANS_OPEN, 5);
    metrics.add(counts);
    QualityCounts closed = new QualityCounts();
    closed.add(Measure.SPANS_OPEN, -4);
    metrics.add(closed);

    assertThat(counter("recordsReceived").getCount()).isEqualTo(3);
    assertThat(counter("spansOpen").getCount()).isEqualTo(1);
    assertThat(counter("spansRejectedInFuture").getCount()).isZero();
  }

  @Test
  void everyAccountOfTheJobIsAMetricThatTheOperationsPageNames() throws IOException {
    String page = Files.readString(operationsPage());

    for (Measure measure : Measure.values()) {
      boolean isOfJob = measure.kind() == QualityScope.Kind.JOB;
      String name = AccountMetrics.name(measure);
      assertThat(flink.getCounter(AccountMetrics.GROUP, name).isPresent()).isEqualTo(isOfJob);
      assertThat(page.contains("`accounts." + name + "`")).as(name).isEqualTo(isOfJob);
    }
  }

  private Counter counter(String name) {
    return flink.getCounter(AccountMetrics.GROUP, name).orElseThrow();
  }

  private static Path operationsPage() {
    Path module = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    return module.resolve("../../docs/operations.md").normalize();
  }
}
