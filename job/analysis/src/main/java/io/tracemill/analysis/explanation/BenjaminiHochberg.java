package io.tracemill.analysis.explanation;

import java.util.Arrays;

/** Of many tests those that are no chance, by their false discovery rate. */
final class BenjaminiHochberg {
  private BenjaminiHochberg() {}

  /**
   * The largest p-value that is a discovery, such that at most {@code rate} of the discoveries are
   * chance, on average (Benjamini and Hochberg 1995); negative where there is none.
   */
  static double largestDiscovery(double[] pValues, double rate) {
    double[] ascending = pValues.clone();
    Arrays.sort(ascending);
    for (int rank = ascending.length; rank > 0; rank--) {
      if (ascending[rank - 1] <= rate * rank / ascending.length) {
        return ascending[rank - 1];
      }
    }
    return -1;
  }
}
