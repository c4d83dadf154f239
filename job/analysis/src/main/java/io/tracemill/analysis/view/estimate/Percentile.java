package io.tracemill.analysis.view.estimate;

/**
 * A percentile by nearest rank.
 *
 * @param value its estimate
 * @param low lower end of its 95 % confidence interval; the value itself if it is exact
 * @param high upper end of that interval
 */
public record Percentile(long value, long low, long high) {
  /** The fewest kept requests that an estimate needs. */
  static final int MIN_KEPT = 20;

  /** The fewest kept values that an estimate needs that are not below it. */
  static final int MIN_NOT_BELOW = 5;

  /** From the value to the farther end of the interval; 0 if the value is exact. */
  public long error() {
    return Math.max(high - value, value - low);
  }
}
