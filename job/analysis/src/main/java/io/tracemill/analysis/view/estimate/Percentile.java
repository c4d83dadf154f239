package io.tracemill.analysis.view.estimate;

/**
 * A percentile by nearest rank.
 *
 * @param value its estimate
 * @param low lower end of its 95 % confidence interval; the value itself if it is exact
 * @param high upper end of that interval
 */
public record Percentile(long value, long low, long high) {
  /** The number of kept requests that an estimate of a percentile needs at least. */
  private static final int MIN_KEPT = 20;

  /** The number of kept requests that an estimate needs: 20 for the median, 100 for P99. */
  static int leastKept(double q) {
    return Math.max(MIN_KEPT, (int) Math.round(1 / (1 - q)));
  }

  /** From the value to the farther end of the interval; 0 if the value is exact. */
  public long error() {
    return Math.max(high - value, value - low);
  }
}
