package io.tracemill.analysis.statistics;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * What a p-value is worth whose variance was estimated: the deviate that has this p in a normal
 * distribution is looked up in Student's, with the degrees of freedom of the estimate. Without it
 * an estimate that came out small by chance makes a discovery of noise.
 */
final class Student {
  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);
  private static final int STEPS = 60;
  private static final double CLOSE = 1e-12;

  private Student() {}

  /** A p that sums both tails. */
  static double twoSided(double p, double degreesOfFreedom) {
    return p >= 1 ? 1 : 2 * oneSided(p / 2, degreesOfFreedom);
  }

  /** A p of one tail. */
  static double oneSided(double p, double degreesOfFreedom) {
    if (Double.isInfinite(degreesOfFreedom)) {
      return p;
    }
    if (p > 0.5) {
      return 1 - oneSided(1 - p, degreesOfFreedom);
    }
    return new TDistribution(null, degreesOfFreedom)
        .cumulativeProbability(-deviate(Math.max(p, Double.MIN_NORMAL)));
  }

  /**
   * The z above which a normal variate is with probability {@code p}, at most one half, by Newton's
   * method on the logarithm, which is concave, from {@code sqrt(-2 ln 2p)}, which is not below it.
   * commons-math's own inverse ends at 1e-16.
   */
  static double deviate(double p) {
    double z = Math.sqrt(-2 * Math.log(2 * p));
    for (int step = 0; step < STEPS; step++) {
      double tail = NORMAL.cumulativeProbability(-z);
      double move = (Math.log(tail) - Math.log(p)) * tail / NORMAL.density(z);
      z += move;
      if (Math.abs(move) <= CLOSE * (1 + z)) {
        break;
      }
    }
    return z;
  }
}
