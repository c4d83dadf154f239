package io.tracemill.analysis.view.estimate;

import io.tracemill.analysis.sketch.LatencySketch;
import io.tracemill.analysis.sort.IndexSort;
import java.util.Arrays;
import java.util.Optional;

/**
 * Values of kept requests: their sum, mean and percentiles, each with its error. A percentile's
 * interval is that of its rank (Woodruff 1952), and half a value's weight further out.
 */
public final class Values {
  /** Sums of weights have rounding errors, so a rank is reached within a small tolerance. */
  private static final double ROUNDING = 1e-9;

  private final RequestWeights weights;
  private final int[] rows;
  private final long[] values;
  private final double count;

  Values(RequestWeights weights, int[] rows, long[] values) {
    if (rows.length != values.length) {
      throw new IllegalArgumentException(
          "%d values of %d rows".formatted(values.length, rows.length));
    }
    this.weights = weights;
    this.rows = rows;
    this.values = values;
    count = Arrays.stream(rows).mapToDouble(weights::weight).sum();
  }

  /** The sum over all requests. */
  public Estimate sum() {
    double sum = weighted();
    if (weights.exact()) {
      return Estimate.exact(sum);
    }
    // The number of requests is known. The number of requests with a value is not.
    boolean ofAll = rows.length == weights.size();
    double error =
        ofAll
            ? mean(sum).error() * count
            : weights.errorOfSum(rows, Arrays.stream(values).asDoubleStream().toArray());
    return new Estimate(sum, error);
  }

  private double weighted() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += weights.weight(rows[i]) * values[i];
    }
    return sum;
  }

  /** The mean value; 0 without values. */
  public Estimate mean() {
    return mean(weighted());
  }

  private Estimate mean(double sum) {
    if (values.length == 0) {
      return Estimate.exact(0);
    }
    double mean = sum / count;
    if (weights.exact()) {
      return Estimate.exact(mean);
    }
    double[] distance = Arrays.stream(values).mapToDouble(value -> value - mean).toArray();
    return new Estimate(mean, weights.errorOfSum(rows, distance) / count);
  }

  private double deviation(double mean) {
    double squares = 0;
    for (int i = 0; i < values.length; i++) {
      squares += weights.weight(rows[i]) * (values[i] - mean) * (values[i] - mean);
    }
    return count == 0 ? 0 : Math.sqrt(squares / count);
  }

  public Percentiles percentiles() {
    return weights.exact() ? exactPercentiles() : estimatedPercentiles();
  }

  private Percentiles exactPercentiles() {
    long[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Percentiles(
        exact(0.50, sorted), exact(0.90, sorted), exact(0.95, sorted), exact(0.99, sorted));
  }

  private static Optional<Percentile> exact(double q, long[] sorted) {
    if (sorted.length == 0) {
      return Optional.empty();
    }
    long value = sorted[(int) LatencySketch.nearestRank(q, sorted.length) - 1];
    return Optional.of(new Percentile(value, value, value));
  }

  private Percentiles estimatedPercentiles() {
    int[] order = new int[values.length];
    Arrays.setAll(order, i -> i);
    new IndexSort().sort(order, 0, order.length, (a, b) -> Long.compare(values[a], values[b]));
    int kept = weights.basis(rows).kept();
    return new Percentiles(
        estimated(0.50, kept, order),
        estimated(0.90, kept, order),
        estimated(0.95, kept, order),
        estimated(0.99, kept, order));
  }

  /** The value of rank {@code q * count}; empty if too few requests are kept. */
  private Optional<Percentile> estimated(double q, int kept, int[] order) {
    if (kept < Percentile.MIN_KEPT) {
      return Optional.empty();
    }
    long value = at(q, order);
    if (Arrays.stream(values).filter(each -> each >= value).count() < Percentile.MIN_NOT_BELOW) {
      return Optional.empty();
    }
    double[] distance =
        Arrays.stream(values).mapToDouble(each -> (each <= value ? 1 : 0) - q).toArray();
    double margin =
        RequestWeights.TWO_SIDED_95 * weights.errorOfSum(rows, distance) / count + halfWeight();
    return Optional.of(new Percentile(value, at(q - margin, order), at(q + margin, order)));
  }

  /** Half the part of all requests that a value stands for. */
  private double halfWeight() {
    double squares = 0;
    for (int row : rows) {
      squares += weights.weight(row) * weights.weight(row);
    }
    return squares / (count * count) / 2;
  }

  private long at(double q, int[] order) {
    double wanted = q * count * (1 - ROUNDING);
    double below = 0;
    for (int i : order) {
      below += weights.weight(rows[i]);
      if (below >= wanted) {
        return values[i];
      }
    }
    return values[order[order.length - 1]];
  }

  public Distribution distribution() {
    Estimate mean = mean();
    return new Distribution(
        weights.basis(rows),
        count,
        values.length,
        mean,
        deviation(mean.value()),
        percentiles(),
        Arrays.stream(values).min().orElse(0),
        Arrays.stream(values).max().orElse(0));
  }
}
