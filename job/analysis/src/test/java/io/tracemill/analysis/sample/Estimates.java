package io.tracemill.analysis.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares the estimates from many samples of one population with the truth, each with its standard
 * error. It groups flows by their remainder, because the error of a rare flow's estimate is not
 * normal.
 */
final class Estimates {
  /** An estimate is this far off by chance in one of a million cases. */
  private static final double STANDARD_ERRORS = 5;

  private static final int FLOWS = 4;

  private final Map<String, Double> truth;
  private final Map<String, Double> sums = new HashMap<>();
  private final Map<String, Double> squares = new HashMap<>();
  private int samples;

  Estimates(List<GivenRequest> population) {
    Map<String, Double> figures = new HashMap<>();
    for (GivenRequest request : population) {
      int flow = request.flow() % FLOWS;
      figures.merge("count of flow " + flow, 1.0, Double::sum);
      figures.merge("time of flow " + flow, (double) request.nanos(), Double::sum);
      figures.merge("uniform count of flow " + flow, 1.0, Double::sum);
      figures.merge("failed", request.outcome() == GroupKey.Outcome.FAILED ? 1.0 : 0, Double::sum);
    }
    truth = figures;
  }

  void add(List<KeptRequest> rows) {
    double uniformBelow = rows.stream().mapToDouble(KeptRequest::uniformBelow).min().orElse(1);
    Map<String, Double> figures = new HashMap<>();
    for (KeptRequest row : rows) {
      long flow = row.category().high() % FLOWS;
      figures.merge("count of flow " + flow, row.weight(), Double::sum);
      figures.merge("time of flow " + flow, row.weight() * row.durationNanos(), Double::sum);
      figures.merge("failed", row.failed() ? row.weight() : 0, Double::sum);
      if (row.samplePoint() < uniformBelow) {
        figures.merge("uniform count of flow " + flow, 1 / uniformBelow, Double::sum);
      }
    }
    figures.forEach(
        (name, figure) -> {
          sums.merge(name, figure, Double::sum);
          squares.merge(name, figure * figure, Double::sum);
        });
    samples++;
  }

  void check() {
    truth.forEach(
        (name, expected) -> {
          double mean = sums.getOrDefault(name, 0.0) / samples;
          double variance = squares.getOrDefault(name, 0.0) / samples - mean * mean;
          double error = Math.sqrt(Math.max(0, variance) / samples);
          assertThat(Math.abs(mean - expected))
              .as("%s: expected %s, mean %s, standard error %s", name, expected, mean, error)
              .isLessThanOrEqualTo(STANDARD_ERRORS * error + 1e-6 * expected);
        });
  }
}
