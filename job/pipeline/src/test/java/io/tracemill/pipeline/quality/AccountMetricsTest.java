package io.tracemill.pipeline.quality;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.pipeline.MetricScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class AccountMetricsTest {
  private final MetricListener flink = new MetricListener();
  private final AccountMetrics metrics = new AccountMetrics();

  @Test
  void countersShowTheSumOfWhatWasAddedBeforeAndAfterTheyAreSeen() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.RECORDS_RECEIVED, 3);
    counts.add(Measure.SPANS_OPEN, 5);
    metrics.add(counts);
    metrics.register(flink.getMetricGroup());
    QualityCounts closed = new QualityCounts();
    closed.add(Measure.SPANS_OPEN, -4);
    metrics.add(closed);

    assertThat(counter("recordsReceived").getCount()).isEqualTo(3);
    assertThat(counter("spansOpen").getCount()).isEqualTo(1);
    assertThat(counter("spansRejectedInFuture").getCount()).isZero();
  }

  @Test
  void everyAccountOfTheJobIsAMetricThatTheOperationsPageNames() throws IOException {
    String page = Files.readString(Path.of("../../docs/operations.md"));
    metrics.register(flink.getMetricGroup());

    for (Measure measure : Measure.values()) {
      boolean isOfJob = measure.isOf(QualityScope.Kind.JOB);
      String name = AccountMetrics.name(measure);
      assertThat(flink.getCounter(MetricScope.GROUP, name).isPresent()).isEqualTo(isOfJob);
      assertThat(page.contains("`" + name + "`")).as(name).isEqualTo(isOfJob);
    }
  }

  private Counter counter(String name) {
    return flink.getCounter(MetricScope.GROUP, name).orElseThrow();
  }
}
