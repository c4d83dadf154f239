package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Durations of one kind, each with the request that it was measured in. Those of one request are
 * side by side.
 *
 * <p>The quantile is the smallest duration up to which the weights reach the wanted share of their
 * sum. Its 95 % interval lies between two durations: those at the ranks to which the standard error
 * of the share leads (Woodruff's method), and half a weight further out.
 */
final class Durations {
  private static final double MEDIAN = 0.5;
  private static final int LEAST_OF_MEDIAN = 20;
  private static final double P99 = 0.99;
  private static final int LEAST_OF_P99 = 100;

  /** In a normal distribution, 95 % of the values lie within this many standard deviations. */
  private static final double DEVIATIONS = 1.96;

  private final Requests all;
  private long[] nanos = new long[16];
  private int[] requests = new int[16];
  private int size;

  Durations(Requests all) {
    this.all = all;
  }

  void add(int request, long duration) {
    if (size == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * size);
      requests = Arrays.copyOf(requests, 2 * size);
    }
    requests[size] = request;
    nanos[size++] = duration;
  }

  /** The figures of all, of normal requests, and of the tail. */
  Times times(BitSet tail) {
    return new Times(figures(), in(request -> !tail.get(request)), in(tail::get));
  }

  private Figures in(IntPredicate chosen) {
    Durations some = new Durations(all);
    for (int i = 0; i < size; i++) {
      if (chosen.test(requests[i])) {
        some.add(requests[i], nanos[i]);
      }
    }
    return some.figures();
  }

  /** The figures of all. */
  Figures figures() {
    nanos = Arrays.copyOf(nanos, size);
    requests = Arrays.copyOf(requests, size);
    double weight = 0;
    double sum = 0;
    for (int i = 0; i < size; i++) {
      weight += all.weight(requests[i]);
      sum += all.weight(requests[i]) * nanos[i];
    }
    double mean = size == 0 ? 0 : sum / weight;
    double squares = 0;
    double[] terms = new double[size];
    for (int i = 0; i < size; i++) {
      double distance = nanos[i] - mean;
      squares += all.weight(requests[i]) * distance * distance;
      terms[i] = all.weight(requests[i]) * distance / weight;
    }
    return new Figures(
        Math.round(weight),
        size,
        mean,
        all.exact() ? 0 : all.standardError(requests, terms),
        size == 0 ? 0 : Math.sqrt(squares / weight),
        percentile(MEDIAN, weight, LEAST_OF_MEDIAN),
        percentile(P99, weight, LEAST_OF_P99));
  }

  private Optional<Percentile> percentile(double q, double weight, int least) {
    if (all.exact()) {
      long[] sorted = nanos.clone();
      Arrays.sort(sorted);
      return Optional.of(
          new Percentile(size == 0 ? 0 : sorted[(int) LatencySketch.nearestRank(q, size) - 1], 0));
    }
    if (IntStream.of(requests).distinct().count() < least) {
      return Optional.empty();
    }
    int[] sorted =
        IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingLong(i -> nanos[i]))
            .mapToInt(i -> i)
            .toArray();
    long estimate = quantile(sorted, q * weight);
    double deviation = DEVIATIONS * weight * shareError(estimate, q, weight);
    double half = squaredWeights() / weight / 2;
    long low = quantile(sorted, q * weight - deviation - half);
    long high = quantile(sorted, q * weight + deviation + half);
    return Optional.of(new Percentile(estimate, Math.max(high - estimate, estimate - low)));
  }

  /** The duration up to which the weights add up to {@code rank}. */
  private long quantile(int[] sorted, double rank) {
    double weight = 0;
    for (int i : sorted) {
      weight += all.weight(requests[i]);
      if (weight >= rank * (1 - 1e-12)) {
        return nanos[i];
      }
    }
    return nanos[sorted[sorted.length - 1]];
  }

  /** The standard error of the share of durations up to {@code limit}. */
  private double shareError(long limit, double q, double weight) {
    double[] terms = new double[size];
    for (int i = 0; i < size; i++) {
      terms[i] = all.weight(requests[i]) * ((nanos[i] <= limit ? 1 : 0) - q) / weight;
    }
    return all.standardError(requests, terms);
  }

  private double squaredWeights() {
    return IntStream.of(requests).mapToDouble(one -> all.weight(one) * all.weight(one)).sum();
  }
}
