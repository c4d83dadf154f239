package io.tracemill.analysis.detection;

import io.tracemill.analysis.pane.DurationScale;
import java.util.Optional;

/**
 * What the calls of a window take more than they did in the baseline. Means are those of requests
 * cut at their 80th percentile, so that a few very long ones do not count.
 *
 * @param requests in the window
 * @param calls in the window
 * @param beforeNanos mean time per call in the baseline
 * @param afterNanos mean time per call in the window
 */
record ExtraTime(double requests, long calls, double beforeNanos, double afterNanos) {
  private static final double CUT = 0.8;

  /** Of one row; none where the baseline or the window has too few requests. */
  static Optional<ExtraTime> of(PlaceRow row, PaneClock clock, int first, DurationScale scale) {
    double[] now = row.windowTimes(clock, first);
    double[] before = row.baselineTimes(clock, first);
    double requests = sum(now);
    if (requests == 0 || sum(before) < PlaceRow.MIN_BASELINE || !row.isReady()) {
      return Optional.empty();
    }
    return Optional.of(
        new ExtraTime(
            requests, row.windowCalls(clock, first), mean(before, scale), mean(now, scale)));
  }

  private static double sum(double[] counts) {
    double sum = 0;
    for (double count : counts) {
      sum += count;
    }
    return sum;
  }

  private static double mean(double[] counts, DurationScale scale) {
    double all = sum(counts);
    double below = 0;
    int cut = 0;
    while (cut < counts.length - 1 && below + counts[cut] < CUT * all) {
      below += counts[cut++];
    }
    double nanos = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      nanos += counts[bin] * scale.nanos(Math.min(bin, cut));
    }
    return nanos / all;
  }

  /** What all calls of the window take more. */
  double extraNanos() {
    return calls * (afterNanos - beforeNanos);
  }

  /** What all calls of the window would have taken in the baseline. */
  double normalNanos() {
    return calls * beforeNanos;
  }
}
