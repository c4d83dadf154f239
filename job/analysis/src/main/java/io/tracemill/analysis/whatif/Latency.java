package io.tracemill.analysis.whatif;

import java.util.Arrays;
import java.util.Comparator;

/** Response times of weighted requests, nanoseconds. */
public record Latency(long meanNanos, long p50Nanos, long p95Nanos, long p99Nanos) {
  /** The percentiles of these durations by nearest rank; needs at least one. */
  static Latency of(long[] durations, double[] weights) {
    Integer[] order = new Integer[durations.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> durations[i]));
    double total = Arrays.stream(weights).sum();
    double sum = 0;
    for (int i = 0; i < durations.length; i++) {
      sum += weights[i] * durations[i];
    }
    return new Latency(
        Math.round(sum / total),
        quantile(0.50 * total, order, durations, weights),
        quantile(0.95 * total, order, durations, weights),
        quantile(0.99 * total, order, durations, weights));
  }

  private static long quantile(double rank, Integer[] order, long[] durations, double[] weights) {
    double below = 0;
    for (int i : order) {
      below += weights[i];
      // Sums of weights have rounding errors, so a rank is reached within a small tolerance.
      if (below >= rank * (1 - 1e-9)) {
        return durations[i];
      }
    }
    return durations[order[order.length - 1]];
  }

  /** The saving against {@code before}. */
  Latency savedAgainst(Latency before) {
    return new Latency(
        before.meanNanos - meanNanos,
        before.p50Nanos - p50Nanos,
        before.p95Nanos - p95Nanos,
        before.p99Nanos - p99Nanos);
  }
}
