package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sort.IndexSort;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
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
    Durations normal = new Durations(all);
    Durations slow = new Durations(all);
    for (int i = 0; i < size; i++) {
      (tail.get(requests[i]) ? slow : normal).add(requests[i], nanos[i]);
    }
    Figures ofNormal = normal.figures();
    Figures ofTail = slow.figures();
    if (all.exact()) {
      // Both are sorted now, and sorting two sorted parts is quick.
      System.arraycopy(normal.nanos, 0, nanos, 0, normal.size);
      System.arraycopy(slow.nanos, 0, nanos, normal.size, slow.size);
    }
    return new Times(figures(), ofNormal, ofTail);
  }

  /** The figures of all. */
  Figures figures() {
    return all.exact() ? exactFigures() : estimates();
  }

  /** Sorts the durations, and so loses which requests they are of. */
  private Figures exactFigures() {
    Arrays.sort(nanos, 0, size);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      sum += nanos[i];
    }
    double mean = size == 0 ? 0 : sum / size;
    double squares = 0;
    for (int i = 0; i < size; i++) {
      squares += (nanos[i] - mean) * (nanos[i] - mean);
    }
    double deviation = size == 0 ? 0 : Math.sqrt(squares / size);
    return new Figures(size, size, mean, 0, deviation, exact(MEDIAN), exact(P99));
  }

  private Optional<Percentile> exact(double q) {
    return Optional.of(
        new Percentile(size == 0 ? 0 : nanos[(int) LatencySketch.nearestRank(q, size) - 1], 0));
  }

  private Figures estimates() {
    nanos = Arrays.copyOf(nanos, size);
    requests = Arrays.copyOf(requests, size);
    double weight = 0;
    double sum = 0;
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      weight += all.weight(requests[i]);
      sum += all.weight(requests[i]) * nanos[i];
      distinct += i == 0 || requests[i] != requests[i - 1] ? 1 : 0;
    }
    double mean = size == 0 ? 0 : sum / weight;
    double squares = 0;
    double[] terms = new double[size];
    for (int i = 0; i < size; i++) {
      double distance = nanos[i] - mean;
      squares += all.weight(requests[i]) * distance * distance;
      terms[i] = all.weight(requests[i]) * distance / weight;
    }
    int[] sorted = IntStream.range(0, size).toArray();
    new IndexSort().sort(sorted, 0, size, (i, j) -> Long.compare(nanos[i], nanos[j]));
    return new Figures(
        Math.round(weight),
        size,
        mean,
        all.standardError(requests, terms),
        size == 0 ? 0 : Math.sqrt(squares / weight),
        distinct < LEAST_OF_MEDIAN
            ? Optional.empty()
            : Optional.of(percentile(MEDIAN, weight, sorted)),
        distinct < LEAST_OF_P99 ? Optional.empty() : Optional.of(percentile(P99, weight, sorted)));
  }

  private Percentile percentile(double q, double weight, int[] sorted) {
    long estimate = quantile(sorted, q * weight);
    double deviation = DEVIATIONS * weight * shareError(estimate, q, weight);
    double half = squaredWeights() / weight / 2;
    long low = quantile(sorted, q * weight - deviation - half);
    long high = quantile(sorted, q * weight + deviation + half);
    return new Percentile(estimate, Math.max(high - estimate, estimate - low));
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
    double sum = 0;
    for (int request : requests) {
      sum += all.weight(request) * all.weight(request);
    }
    return sum;
  }
}
