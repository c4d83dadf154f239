package io.tracemill.analysis.difference;

import java.util.Comparator;
import java.util.List;

/** Requests of one side, slowest first. */
record ComparedSide(List<ComparedRequest> requests, double weight) {
  private static final double ROUNDING = 1e-6;

  private static ComparedSide ofSorted(List<ComparedRequest> requests) {
    return new ComparedSide(requests, requests.stream().mapToDouble(ComparedRequest::weight).sum());
  }

  /** All requests that stand for others. */
  static ComparedSide of(List<ComparedRequest> requests) {
    return ofSorted(
        requests.stream()
            .filter(each -> each.weight() > 0)
            .sorted(Comparator.comparingLong(each -> -each.durationNanos()))
            .toList());
  }

  int size() {
    return requests.size();
  }

  double meanNanos() {
    return requests.stream().mapToDouble(each -> each.weight() * each.durationNanos()).sum()
        / weight;
  }

  /**
   * The effective sample size: the number of requests of equal weight with the same precision (Kish
   * 1965).
   */
  long effectiveSize() {
    double squares = requests.stream().mapToDouble(each -> each.weight() * each.weight()).sum();
    return (long) Math.floor(weight * weight / squares + ROUNDING);
  }

  /** The shortest duration, nanoseconds. */
  long shortestNanos() {
    return requests.get(size() - 1).durationNanos();
  }

  /** The part of the requests that take longer than this. */
  double shareLongerThan(long nanos) {
    return requests.stream()
            .filter(each -> each.durationNanos() > nanos)
            .mapToDouble(ComparedRequest::weight)
            .sum()
        / weight;
  }

  /** The slowest requests that make up a share of all; at least one. */
  ComparedSide slowest(double share) {
    double wanted = share * weight * (1 - ROUNDING);
    double sum = 0;
    int size = 0;
    while (size < size() && (size == 0 || sum < wanted)) {
      sum += requests.get(size++).weight();
    }
    return ofSorted(requests.subList(0, size));
  }
}
