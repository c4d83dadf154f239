package io.tracemill.bench.soak;

import java.util.List;
import java.util.function.ToLongFunction;

/** How fast something rises or falls over time: the slope of the line of least squares. */
final class Slope {
  private static final double MILLIS_PER_HOUR = 3_600_000;

  private Slope() {}

  /** By how much it rises in an hour; 0 of fewer than two samples. */
  static double perHour(List<Sample> samples, ToLongFunction<Sample> value) {
    double meanTime = samples.stream().mapToDouble(Slope::hours).average().orElse(0);
    double mean = samples.stream().mapToLong(value).average().orElse(0);
    double together = 0;
    double ofTime = 0;
    for (Sample sample : samples) {
      double time = hours(sample) - meanTime;
      together += time * (value.applyAsLong(sample) - mean);
      ofTime += time * time;
    }
    return ofTime == 0 ? 0 : together / ofTime;
  }

  private static double hours(Sample sample) {
    return sample.time().toMillis() / MILLIS_PER_HOUR;
  }
}
