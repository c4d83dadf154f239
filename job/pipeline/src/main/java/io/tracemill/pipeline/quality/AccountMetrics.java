package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.pipeline.MetricScope;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;

/**
 * The accounts of the job as metrics of Flink: a counter for each {@link Measure}. {@code
 * spansOpen} and {@code incidentsOpen} can also fall.
 */
final class AccountMetrics {
  private final Map<Measure, Counter> counters = new EnumMap<>(Measure.class);

  /** Counters that are zero and not yet registered. */
  AccountMetrics() {
    for (Measure measure : Measure.values()) {
      if (measure.isOf(QualityScope.Kind.JOB)) {
        counters.put(measure, new SimpleCounter());
      }
    }
  }

  /** Registers them as metrics of the operator. */
  void register(MetricGroup operator) {
    MetricGroup group = MetricScope.of(operator);
    counters.forEach((measure, counter) -> group.counter(name(measure), counter));
  }

  void add(QualityCounts more) {
    counters.forEach((measure, counter) -> counter.inc(more.get(measure)));
  }

  /** The measure in camel case: {@code recordsReceived}. */
  static String name(Measure measure) {
    StringBuilder name = new StringBuilder();
    for (String word : measure.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    name.setCharAt(0, Character.toLowerCase(name.charAt(0)));
    return name.toString();
  }
}
