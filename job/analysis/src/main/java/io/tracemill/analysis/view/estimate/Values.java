package io.tracemill.analysis.view.estimate;

import io.tracemill.analysis.sort.IndexSort;
import java.util.Arrays;
import java.util.Optional;

/**
 * Values of kept requests: their sum, mean and percentiles, each with its error. A percentile's
 * interval is that of its rank (Woodruff 1952).
 */
public final class Values {
  private static final double TWO_SIDED_95 = 1.96;

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

  /** The number of values of all requests that the kept ones stand for. */
  public double count() {
    return count;
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

  public Percentiles percentiles() {
    int[] order = order();
    return new Percentiles(
        percentile(0.50, order),
        percentile(0.90, order),
        percentile(0.95, order),
        percentile(0.99, order));
  }

  public Distribution distribution() {
    return new Distribution(
        weights.basis(rows),
        count,
        mean(),
        percentiles(),
        Arrays.stream(values).min().orElse(0),
        Arrays.stream(values).max().orElse(0));
  }

  private int[] order() {
    int[] order = new int[values.length];
    Arrays.setAll(order, i -> i);
    new IndexSort().sort(order, 0, order.length, (a, b) -> Long.compare(values[a], values[b]));
    return order;
  }

  /** The value of rank {@code q * count}; empty if too few requests are kept. */
  private Optional<Percentile> percentile(double q, int[] order) {
    int kept = weights.basis(rows).kept();
    boolean enough = weights.exact() ? kept > 0 : kept >= Percentile.leastKept(q);
    return enough ? Optional.of(known(q, order)) : Optional.empty();
  }

  private Percentile known(double q, int[] order) {
    long value = at(q, order);
    if (weights.exact()) {
      return new Percentile(value, value, value);
    }
    double[] distance =
        Arrays.stream(values).mapToDouble(each -> (each <= value ? 1 : 0) - q).toArray();
    double margin = TWO_SIDED_95 * weights.errorOfSum(rows, distance) / count;
    return new Percentile(
        value, at(Math.max(0, q - margin), order), at(Math.min(1, q + margin), order));
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
}
