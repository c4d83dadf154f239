package io.tracemill.analysis.stack.look;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Probabilities over a family of features (Westfall and Young 1993): how often chance makes any
 * suspect stand out as far, each in its own standard deviations.
 */
final class FamilyWise {
  /** A deviation below this says that a feature was rare, not that it was constant. */
  private static final double MIN_DEVIATION = 0.003;

  private FamilyWise() {}

  /**
   * By feature; 1 for those that are no suspects.
   *
   * @param seen the difference of each feature
   * @param byChance the differences of each round of chance
   */
  static double[] probabilities(double[] seen, List<double[]> byChance, IntPredicate suspect) {
    double[] farthest = new double[byChance.size()];
    Arrays.fill(farthest, Double.NEGATIVE_INFINITY);
    double[] far = new double[seen.length];
    for (int j = 0; j < seen.length; j++) {
      if (suspect.test(j)) {
        int feature = j;
        double[] own = byChance.stream().mapToDouble(round -> round[feature]).toArray();
        double mean = ElasticNet.mean(own);
        double deviation = Math.max(MIN_DEVIATION, ElasticNet.deviation(own));
        for (int round = 0; round < own.length; round++) {
          farthest[round] = Math.max(farthest[round], (own[round] - mean) / deviation);
        }
        far[j] = (seen[j] - mean) / deviation;
      }
    }
    double[] probabilities = new double[seen.length];
    for (int j = 0; j < seen.length; j++) {
      double least = far[j];
      long farther = Arrays.stream(farthest).filter(other -> other >= least).count();
      probabilities[j] = suspect.test(j) ? (1.0 + farther) / (1 + byChance.size()) : 1;
    }
    return probabilities;
  }
}
