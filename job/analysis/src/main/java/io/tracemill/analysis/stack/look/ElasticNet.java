package io.tracemill.analysis.stack.look;

import java.util.Arrays;

/**
 * Linear regression that prefers few features (Zou and Hastie 2005), by coordinate descent. It
 * minimises {@code 1/2n |y - Xw|^2 + alpha (0.5 |w|_1 + 0.25 |w|^2)}, of centred columns.
 *
 * @param alpha weight of the penalty
 * @param unitLabel whether the label is divided by its standard deviation
 */
record ElasticNet(double alpha, boolean unitLabel) {
  /**
   * For shares as columns. Half of alpha is then a floor: shares of two cohorts that differ by less
   * than 2 % have no weight.
   */
  static final ElasticNet OF_SHARES = new ElasticNet(0.02, true);

  /** With the defaults of scikit-learn, as the paper used it. */
  static final ElasticNet OF_PAPER = new ElasticNet(1, false);

  private static final double L1_RATIO = 0.5;
  private static final int MAX_ROUNDS = 1000;
  private static final double TOLERANCE = 1e-7;

  /**
   * The coefficient of each column, in units of the label.
   *
   * @param columns by feature, then row
   */
  double[] fit(double[][] columns, double[] label) {
    double[] coefficients = new double[columns.length];
    double deviation = deviation(label);
    double scale = unitLabel && deviation > 0 ? deviation : 1;
    double[] residual = centred(label);
    for (int row = 0; row < residual.length; row++) {
      residual[row] /= scale;
    }
    double[][] centred = new double[columns.length][];
    double[] norms = new double[columns.length];
    for (int j = 0; j < columns.length; j++) {
      centred[j] = centred(columns[j]);
      norms[j] = dot(centred[j], centred[j]) / label.length;
    }
    double change = Double.MAX_VALUE;
    for (int round = 0; round < MAX_ROUNDS && change >= TOLERANCE; round++) {
      change = descend(centred, norms, residual, coefficients);
    }
    for (int j = 0; j < coefficients.length; j++) {
      coefficients[j] *= scale;
    }
    return coefficients;
  }

  /** Improves one coefficient after the other; returns the largest change. */
  private double descend(
      double[][] columns, double[] norms, double[] residual, double[] coefficients) {
    double largest = 0;
    for (int j = 0; j < columns.length; j++) {
      if (norms[j] > 0) {
        double rho = dot(columns[j], residual) / residual.length + norms[j] * coefficients[j];
        double size = Math.max(0, Math.abs(rho) - alpha * L1_RATIO);
        double next = Math.signum(rho) * size / (norms[j] + alpha * (1 - L1_RATIO));
        double step = next - coefficients[j];
        if (step != 0) {
          for (int row = 0; row < residual.length; row++) {
            residual[row] -= columns[j][row] * step;
          }
          coefficients[j] = next;
          largest = Math.max(largest, Math.abs(step));
        }
      }
    }
    return largest;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] centred(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> value - mean).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(0);
  }

  /** The standard deviation of all, not of a sample. */
  static double deviation(double[] values) {
    double[] centred = centred(values);
    return values.length == 0 ? 0 : Math.sqrt(dot(centred, centred) / values.length);
  }
}
