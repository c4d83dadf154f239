package io.tracemill.analysis.explanation;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.SampledRequest;
import io.tracemill.analysis.profile.WeightedRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Sampled requests of one cohort. A sample has more slow requests than there were, so they count by
 * what they stand for.
 */
final class SampleSide {
  private static final double ROUNDING = 1e-6;

  private final List<WeightedRequest> requests;
  private final double weight;

  SampleSide(List<WeightedRequest> requests) {
    this.requests = List.copyOf(requests);
    this.weight = requests.stream().mapToDouble(WeightedRequest::weight).sum();
  }

  /** All that were kept, in an order that depends on nothing but the requests. */
  static SampleSide of(EndpointAccumulator cohort) {
    return new SampleSide(
        cohort.sample().strata().stream()
            .flatMap(
                stratum ->
                    stratum.requests().stream()
                        .map(request -> new WeightedRequest(request, stratum.weight())))
            .toList());
  }

  List<WeightedRequest> requests() {
    return requests;
  }

  int size() {
    return requests.size();
  }

  /** How many requests of equal weight say as much (Kish 1965). */
  long effectiveSize() {
    double squares = requests.stream().mapToDouble(each -> each.weight() * each.weight()).sum();
    return (long) Math.floor(weight * weight / squares + ROUNDING);
  }

  /**
   * The part of the cohort that some requests stand for, the first of which has number {@code
   * first}.
   */
  double share(BitSet rows, int first) {
    double those = 0;
    int end = first + requests.size();
    for (int row = rows.nextSetBit(first); row >= 0 && row < end; row = rows.nextSetBit(row + 1)) {
      those += requests.get(row - first).weight();
    }
    return those / weight;
  }

  /** The part of the cohort that takes longer than this. */
  double shareLongerThan(long nanos) {
    return requests.stream()
            .filter(each -> each.request().durationNanos() > nanos)
            .mapToDouble(WeightedRequest::weight)
            .sum()
        / weight;
  }

  /** The slowest requests that make up a share of the cohort. */
  SampleSide slowest(double share) {
    List<WeightedRequest> slowestFirst = sorted(SampledRequest::durationNanos);
    Collections.reverse(slowestFirst);
    return new SampleSide(upTo(share, slowestFirst));
  }

  /** The value that a share of the cohort does not exceed; 0 of an empty one. */
  long quantile(double share, ToLongFunction<SampledRequest> value) {
    List<WeightedRequest> below = upTo(share, sorted(value));
    return below.isEmpty() ? 0 : value.applyAsLong(below.get(below.size() - 1).request());
  }

  private List<WeightedRequest> sorted(ToLongFunction<SampledRequest> value) {
    List<WeightedRequest> ascending = new ArrayList<>(requests);
    ascending.sort(Comparator.comparingLong(each -> value.applyAsLong(each.request())));
    return ascending;
  }

  /** The first ones, until they stand for a share of all. */
  private List<WeightedRequest> upTo(double share, List<WeightedRequest> ordered) {
    double wanted = share * weight * (1 - ROUNDING);
    double sum = 0;
    int size = 0;
    while (size < ordered.size() && (size == 0 || sum < wanted)) {
      sum += ordered.get(size++).weight();
    }
    return ordered.subList(0, size);
  }
}
