package io.tracemill.analysis.statistics;

import java.util.Collection;
import org.apache.commons.math3.special.Gamma;

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
    return ps.isEmpty() ? 1 : Gamma.regularizedGammaQ(ps.size(), half);
  }
}
