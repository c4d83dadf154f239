package io.tracemill.analysis.statistics;

import org.apache.commons.math3.special.Gamma;

/** How many marked things are among those drawn, for any counts: commons-math's takes only ints. */
final class Hypergeometric {
  private static final double NEGLIGIBLE = 1e-17;

  /** Of the numbers that most samples have; computing them is nine tenths of a test's cost. */
  private static final double[] LOG_FACTORIALS = new double[1 << 14];

  static {
    for (int n = 0; n < LOG_FACTORIALS.length; n++) {
      LOG_FACTORIALS[n] = Gamma.logGamma(n + 1.0);
    }
  }

  private Hypergeometric() {}

  /**
   * The probability that {@code drawn} of {@code all} things have {@code least} or more of the
   * {@code marked} ones. Terms are summed from the largest down, on the side that does not hold the
   * mean.
   */
  static double atLeast(long least, long drawn, long marked, long all) {
    if (least > Math.min(drawn, marked)) {
      return 0;
    }
    if ((double) least * all > (double) drawn * marked) {
      return upperTail(least, drawn, marked, all);
    }
    // Fewer than least of the marked are more than drawn - least of the others.
    long others = drawn - least + 1;
    return others > Math.min(drawn, all - marked)
        ? 1
        : Math.max(0, 1 - upperTail(others, drawn, all - marked, all));
  }

  private static double upperTail(long least, long drawn, long marked, long all) {
    double term =
        Math.exp(
            logChoose(marked, least)
                + logChoose(all - marked, drawn - least)
                - logChoose(all, drawn));
    double sum = 0;
    for (long x = least; x <= Math.min(drawn, marked) && term > NEGLIGIBLE * sum; x++) {
      sum += term;
      term *= (double) (marked - x) / (x + 1) * (drawn - x) / (all - marked - drawn + x + 1);
    }
    return Math.min(1, sum);
  }

  private static double logChoose(long n, long k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  }

  private static double logFactorial(long n) {
    return n < LOG_FACTORIALS.length ? LOG_FACTORIALS[(int) n] : Gamma.logGamma(n + 1.0);
  }
}
