package io.tracemill.analysis.statistics;

/**
 * What a test found.
 *
 * @param statistic how far apart the cohorts are, in the test's own unit
 * @param p how probable that, or more, is by chance, in (0, 1]
 * @param attainable the smallest p that these sizes could have had, at most {@code p}
 */
public record TestResult(double statistic, double p, double attainable) {
  public TestResult {
    p = inUnit(p);
    attainable = Math.min(p, inUnit(attainable));
  }

  /** Rounding must neither make certainty of chance nor push a probability above one. */
  private static double inUnit(double p) {
    if (Double.isNaN(p)) {
      throw new IllegalArgumentException("no probability: " + p);
    }
    return Math.min(1, Math.max(Double.MIN_NORMAL, p));
  }
}
