package io.tracemill.analysis.explanation;

import io.tracemill.analysis.explanation.CategoryMutation.Side;
import io.tracemill.analysis.profile.CategoryAccumulator;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.LatencySketch;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * The categories of two cohorts side by side, neither of which is empty.
 *
 * @param categories in the order of their flows, each request in one of them; the last one is that
 *     of all requests whose category has no name
 */
record CohortPair(Cohort before, Cohort after, List<CategoryPair> categories) {
  /** All requests of one cohort, and the exact sum of their response times. */
  record Cohort(long count, BigInteger latencyNanos) {
    static Cohort of(EndpointAccumulator requests) {
      BigInteger sum = BigInteger.valueOf(requests.other().latencySumNanos());
      for (CategoryAccumulator category : requests.categories().values()) {
        sum = sum.add(BigInteger.valueOf(category.latencySumNanos()));
      }
      return new Cohort(requests.count(), sum);
    }

    BigInteger requests() {
      return BigInteger.valueOf(count);
    }

    Side side(CategoryAccumulator category) {
      long traces = category.count();
      return new Side(
          traces,
          (double) traces / count,
          traces == 0 ? 0 : Math.round(CategoryPair.mean(category).doubleValue()),
          variation(category.latency()));
    }

    /** The squared coefficient of variation, by the middles of bins. */
    private static double variation(LatencySketch latency) {
      double[] sums = new double[2];
      latency.forEachBin(
          (bin, times) -> {
            double nanos = LatencySketch.valueOf(bin);
            sums[0] += nanos * times;
            sums[1] += nanos * nanos * times;
          });
      return sums[0] == 0 ? 0 : Math.max(0, latency.count() * sums[1] / (sums[0] * sums[0]) - 1);
    }

    BigFraction mean() {
      return new BigFraction(latencyNanos, requests());
    }

    /** The part of the requests that are of a category. */
    BigFraction share(CategoryAccumulator category) {
      return new BigFraction(BigInteger.valueOf(category.count()), requests());
    }
  }

  private static final CallTreeSignature UNNAMED = new CallTreeSignature(-1, -1);

  /** Those of two cohorts; none where one of them has no request. */
  static Optional<CohortPair> of(EndpointAccumulator before, EndpointAccumulator after) {
    if (before.count() == 0 || after.count() == 0) {
      return Optional.empty();
    }
    CategoryAccumulator none = new EndpointAccumulator(after.limits()).other();
    TreeSet<CallTreeSignature> flows = new TreeSet<>(before.categories().keySet());
    flows.addAll(after.categories().keySet());
    List<CategoryPair> pairs = new ArrayList<>();
    for (CallTreeSignature flow : flows) {
      pairs.add(
          new CategoryPair(
              flow,
              before.categories().getOrDefault(flow, none),
              after.categories().getOrDefault(flow, none),
              before.knows(flow) && after.knows(flow)));
    }
    pairs.add(new CategoryPair(UNNAMED, before.other(), after.other(), false));
    return Optional.of(new CohortPair(Cohort.of(before), Cohort.of(after), pairs));
  }

  /** Those of which no request is hidden: a limit must not be taken for a change. */
  List<CategoryPair> known() {
    return categories.stream().filter(CategoryPair::known).toList();
  }

  /** By how much the share of a category rose, exact. */
  BigFraction rise(CategoryPair category) {
    return after.share(category.after()).subtract(before.share(category.before()));
  }
}
