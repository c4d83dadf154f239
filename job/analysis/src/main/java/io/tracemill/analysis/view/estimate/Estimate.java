package io.tracemill.analysis.view.estimate;

/**
 * A figure from kept requests.
 *
 * @param value its estimate
 * @param error its standard error, in the unit of the value; 0 if it is exact
 */
public record Estimate(double value, double error) {
  /** A figure without error. */
  public static Estimate exact(double value) {
    return new Estimate(value, 0);
  }

  /** The value, rounded to the nearest integer. */
  public long rounded() {
    return Math.round(value);
  }
}
