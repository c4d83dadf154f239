package io.tracemill.analysis.explanation;

import io.tracemill.analysis.sample.RequestRow;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * Sampled requests of one cohort, slowest first. A sample over-represents slow requests, so each
 * request has a weight.
 */
record SampleSide(List<RequestRow> requests, double weight) {
  private static final double ROUNDING = 1e-6;

  private static SampleSide of(List<RequestRow> requests) {
    return new SampleSide(requests, requests.stream().mapToDouble(RequestRow::weight).sum());
  }

  /** The sampled requests of a cohort; their order depends only on the requests. */
  static SampleSide of(Cohort cohort) {
    return of(
        cohort.rows().stream()
            .filter(row -> row.weight() > 0)
            .sorted(
                Comparator.comparingLong(RequestRow::durationNanos)
                    .reversed()
                    .thenComparing(row -> row.traceId().hex())
                    .thenComparingLong(RequestRow::spanId))
            .toList());
  }

  int size() {
    return requests.size();
  }

  /**
   * The effective sample size: the number of requests of equal weight with the same precision (Kish
   * 1965).
   */
  long effectiveSize() {
    double squares = requests.stream().mapToDouble(each -> each.weight() * each.weight()).sum();
    return (long) Math.floor(weight * weight / squares + ROUNDING);
  }

  /** The part of the cohort at these numbers, of which the first request has {@code first}. */
  double share(BitSet rows, int first) {
    double those = 0;
    int end = first + size();
    for (int row = rows.nextSetBit(first); row >= 0 && row < end; row = rows.nextSetBit(row + 1)) {
      those += requests.get(row - first).weight();
    }
    return those / weight;
  }

  /** The shortest duration, nanoseconds. */
  long shortestNanos() {
    return requests.get(size() - 1).durationNanos();
  }

  /** The part of the cohort that takes longer than this. */
  double shareLongerThan(long nanos) {
    return requests.stream()
            .filter(each -> each.durationNanos() > nanos)
            .mapToDouble(RequestRow::weight)
            .sum()
        / weight;
  }

  /** The slowest requests that make up a share of the cohort; at least one. */
  SampleSide slowest(double share) {
    double wanted = share * weight * (1 - ROUNDING);
    double sum = 0;
    int size = 0;
    while (size < size() && (size == 0 || sum < wanted)) {
      sum += requests.get(size++).weight();
    }
    return of(requests.subList(0, size));
  }
}
