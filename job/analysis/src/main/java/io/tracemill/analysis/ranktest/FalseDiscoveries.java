package io.tracemill.analysis.ranktest;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The control of false discoveries among many tests (Benjamini and Hochberg 1995). */
public final class FalseDiscoveries {
  private FalseDiscoveries() {}

  /**
   * The q-value of each test: the smallest rate at which it is a discovery. On average, at most a
   * share {@code rate} of the tests with q-values up to {@code rate} is due to chance.
   *
   * @param pValues one a test, in any order
   */
  public static double[] qValues(double[] pValues) {
    int[] ascending =
        IntStream.range(0, pValues.length)
            .boxed()
            .sorted((a, b) -> Double.compare(pValues[a], pValues[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] qValues = new double[pValues.length];
    double least = 1;
    for (int rank = pValues.length; rank > 0; rank--) {
      int test = ascending[rank - 1];
      least = Math.min(least, pValues[test] * pValues.length / rank);
      qValues[test] = least;
    }
    return qValues;
  }

  /** The largest p-value that is a discovery at this rate; negative if there is none. */
  public static double largest(double[] pValues, double rate) {
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
