package io.tracemill.cli.run;

import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;
import org.apache.flink.metrics.reporter.MetricReporterFactory;

/** The metrics of the embedded job that {@link JobWatch} and {@link JobLog} read. */
public final class JobMetrics implements MetricReporter, MetricReporterFactory {
  static final String SPANS = "spansDecoded";
  static final String DECODED = "recordsDecoded";
  static final String DEAD_LETTERED = "recordsDeadLettered";
  static final String PENDING = "pendingRecords";
  static final String OPEN_TRACES = "openTraces";
  static final String INCIDENTS = "incidentsOpen";

  /** Commits to the consumer group, counted by Flink's source. */
  static final String COMMITS = "commitsSucceeded";

  static final String CHECKPOINTS = "numberOfCompletedCheckpoints";

  private static final String REPORTERS = "metrics.reporters";
  private static final String NAME = "tracemill-progress";
  private static final Set<String> NAMES =
      Set.of(SPANS, DECODED, DEAD_LETTERED, PENDING, OPEN_TRACES, INCIDENTS, COMMITS, CHECKPOINTS);

  /** Flink creates the reporter; the process finds it through this field. */
  private static final Map<Metric, String> METRICS = new ConcurrentHashMap<>();

  /** Adds this reporter to those of an embedded Flink. */
  static void report(Configuration flink) {
    flink.setString("metrics.reporter." + NAME + ".factory.class", JobMetrics.class.getName());
    String named = flink.getString(REPORTERS, "");
    if (!named.isEmpty()) {
      flink.setString(REPORTERS, named + "," + NAME);
    }
  }

  /** The sum of a metric over all subtasks; 0 if the metric does not exist. */
  static long sum(String name) {
    return METRICS.entrySet().stream()
        .filter(metric -> metric.getValue().equals(name))
        .mapToLong(metric -> value(metric.getKey()))
        .sum();
  }

  /** Whether a running task has the metric. */
  static boolean isThere(String name) {
    return METRICS.containsValue(name);
  }

  private static long value(Metric metric) {
    try {
      return metric instanceof Counter counter
          ? counter.getCount()
          : metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
              ? number.longValue()
              : 0;
    } catch (RuntimeException e) {
      // The task of this gauge is ending.
      return 0;
    }
  }

  @Override
  public MetricReporter createMetricReporter(Properties properties) {
    return this;
  }

  @Override
  public void open(MetricConfig config) {}

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    if (NAMES.contains(name)) {
      METRICS.put(metric, name);
    }
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    METRICS.remove(metric);
  }
}
