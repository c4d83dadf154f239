package io.tracemill.analysis.detection;

import org.apache.commons.math3.special.Beta;

/**
 * How improbable a mean is (semantics 8.2): Cramer's rate of the distribution of one request, and
 * the tail of Student's distribution at its signed root.
 */
final class LargeDeviation {
  private static final int BISECTIONS = 40;
  private static final double MAX_TILT = 60;
  private static final double SAME = 1e-9;

  /** Below this a p-value is computed by its logarithm. */
  private static final double TINY = 1e-280;

  private LargeDeviation() {}

  /**
   * Cramer's rate: the supremum over t of {@code t target - ln E exp(t x)}. It is 0 at the mean,
   * and {@code -ln} of its weight at the end of the support.
   */
  static double rate(Scores scores, double target) {
    double mean = scores.mean();
    if (Math.abs(target - mean) < SAME) {
      return 0;
    }
    double sign = target > mean ? 1 : -1;
    double top = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < scores.values().length; i++) {
      if (scores.weights()[i] > 0) {
        top = Math.max(top, scores.values()[i] * sign);
      }
    }
    double low = 0;
    double high = MAX_TILT;
    double tilt = 0;
    for (int i = 0; i < BISECTIONS; i++) {
      tilt = (low + high) / 2;
      if (tiltedMean(scores, sign, top, tilt) < target * sign) {
        low = tilt;
      } else {
        high = tilt;
      }
    }
    return Math.max(0, tilt * (target * sign - top) - Math.log(moment(scores, sign, top, tilt)));
  }

  private static double tiltedMean(Scores scores, double sign, double top, double tilt) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < scores.values().length; i++) {
      double x = scores.values()[i] * sign;
      double tilted = scores.weights()[i] * Math.exp(tilt * (x - top));
      sum += tilted * x;
      weight += tilted;
    }
    return sum / weight;
  }

  private static double moment(Scores scores, double sign, double top, double tilt) {
    double sum = 0;
    for (int i = 0; i < scores.values().length; i++) {
      sum += scores.weights()[i] * Math.exp(tilt * (scores.values()[i] * sign - top));
    }
    return sum;
  }

  /**
   * Minus the natural logarithm of the two-sided p-value.
   *
   * @param root signed root of the rate of all requests, as many as they are worth
   * @param degrees of freedom
   */
  static double surprise(double root, double degrees) {
    double x = degrees / (degrees + root * root);
    double p = Beta.regularizedBeta(x, degrees / 2, 0.5);
    if (p > TINY) {
      return -Math.log(p);
    }
    double a = degrees / 2;
    return -(a * Math.log(x) - 0.5 * Math.log1p(-x) - Math.log(a) - Beta.logBeta(a, 0.5));
  }
}
