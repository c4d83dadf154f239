package io.tracemill.analysis.statistics;

import java.util.Collection;

/**
 * What several independent tests of one question say together (R. A. Fisher, Statistical Methods
 * for Research Workers, 4th edition, section 21.1): -2 times the sum of the logarithms of k values
 * of p follows, where nothing is to be found, chi square with 2 k degrees of freedom.
 */
public final class FisherMethod {
  private FisherMethod() {}

  /**
   * How probable it is that chance alone makes their product as small; 1 of none. Of tests whose p
   * is too large for chance, as those of few values, it is too large too.
   */
  public static double combined(Collection<Double> ps) {
    double half = 0;
    for (double p : ps) {
      half -= Math.log(Math.max(p, Double.MIN_NORMAL));
    }
    // The tail of chi square with an even number of degrees is that of a Poisson distribution.
    double sum = 0;
    double term = 1;
    for (int i = 0; i < ps.size(); i++) {
      sum += term;
      term *= half / (i + 1);
    }
    return ps.isEmpty() ? 1 : Math.exp(-half) * sum;
  }
}
