package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.LatencySketch;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import java.util.Optional;

/**
 * One category in two cohorts; a side has no request where its cohort has none of it.
 *
 * @param known whether all its requests can be told: a limit hides none of them
 */
record CategoryPair(
    CallTreeSignature flow, CategoryAccumulator before, CategoryAccumulator after, boolean known) {

  boolean isOnBothSides() {
    return before.count() > 0 && after.count() > 0;
  }

  /** The tree behind it, of both sides the one that shows more. */
  Optional<CanonicalForm> form() {
    return before.form().isPresent() && after.form().isPresent()
        ? Optional.of(before.form().get().fuller(after.form().get()))
        : before.form().or(after::form);
  }

  /** Mean response time before, nanoseconds; after, where there was no such request before. */
  double meanBefore() {
    return mean(before.count() == 0 ? after : before);
  }

  /** Mean response time after, nanoseconds; before, where there is no such request after. */
  double meanAfter() {
    return mean(after.count() == 0 ? before : after);
  }

  private static double mean(CategoryAccumulator category) {
    return (double) category.latencySumNanos() / category.count();
  }

  static Side side(CategoryAccumulator category, long all) {
    long count = category.count();
    return new Side(
        count,
        (double) count / all,
        count == 0 ? 0 : Math.round(mean(category)),
        variation(category.latency()));
  }

  /** The squared coefficient of variation, by the middles of bins. */
  private static double variation(LatencySketch latency) {
    double[] sums = new double[2];
    latency.forEachBin(
        (bin, count) -> {
          double nanos = LatencySketch.valueOf(bin);
          sums[0] += nanos * count;
          sums[1] += nanos * nanos * count;
        });
    return sums[0] == 0 ? 0 : Math.max(0, latency.count() * sums[1] / (sums[0] * sums[0]) - 1);
  }
}
