package io.tracemill.analysis.layer;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.Comparator;
import java.util.List;

/**
 * A quantile that a sample estimates.
 *
 * <p>Each sampled value stands for as many requests as its weight. The quantile is the smallest
 * value up to which the weights reach the wanted share of their sum (nearest rank). Its 95 %
 * interval lies between two order statistics, half a rank further out than for a simple sample of
 * the effective size. The effective size is the square of the sum of the weights, divided by the
 * sum of their squares. The interval is narrower if a larger share of the requests was sampled. It
 * cannot reach beyond the smallest and the largest sampled value, so the true P99 may lie above it
 * if few requests were sampled.
 *
 * @param nanos the estimate; 0 without requests
 * @param errorNanos from the estimate to the farther end of its interval; 0 if every request was
 *     sampled
 * @param sampled the number of requests in the sample
 */
public record Percentile(long nanos, long errorNanos, long sampled) {
  /** In a normal distribution, 95 % of the values lie within this many standard deviations. */
  private static final double DEVIATIONS = 1.96;

  private static final Comparator<Sampled> BY_VALUE = Comparator.comparingDouble(Sampled::nanos);

  /**
   * A sampled value.
   *
   * @param weight how many requests it stands for
   */
  record Sampled(float nanos, double weight) {}

  static Percentile of(List<Sampled> sample, double q) {
    if (sample.isEmpty()) {
      return new Percentile(0, 0, 0);
    }
    List<Sampled> sorted = sample.stream().sorted(BY_VALUE).toList();
    double requests = sorted.stream().mapToDouble(Sampled::weight).sum();
    double squares = sorted.stream().mapToDouble(one -> one.weight() * one.weight()).sum();
    double missing = Math.max(0, 1 - sorted.size() / requests);
    double deviation = Math.sqrt(missing * q * (1 - q) * squares) / requests;
    double halfRank = missing == 0 ? 0 : squares / (requests * requests) / 2;
    long nanos = quantile(sorted, requests, q);
    long low = quantile(sorted, requests, q - DEVIATIONS * deviation - halfRank);
    long high = quantile(sorted, requests, q + DEVIATIONS * deviation + halfRank);
    return new Percentile(nanos, Math.max(high - nanos, nanos - low), sorted.size());
  }

  private static long quantile(List<Sampled> sorted, double requests, double q) {
    double rank = LatencySketch.nearestRank(q, Math.round(requests));
    double weight = 0;
    int at = 0;
    while (at < sorted.size() - 1 && (weight += sorted.get(at).weight()) < rank - 0.5) {
      at++;
    }
    return (long) sorted.get(at).nanos();
  }
}
