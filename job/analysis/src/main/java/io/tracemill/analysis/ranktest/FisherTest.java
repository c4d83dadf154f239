package io.tracemill.analysis.ranktest;

import org.apache.commons.math3.special.Gamma;

/** Whether a share rose. */
public final class FisherTest {
  private static final double NEGLIGIBLE = 1e-17;

  private FisherTest() {}

  /**
   * Fisher's exact test, one-sided: the probability that chance puts {@code after} or more of all
   * hits among the requests after; 1 if the share did not rise. It sums terms from the largest
   * down. Commons Math has this test only for ints, and its time grows with the counts.
   *
   * @param before hits among {@code allBefore} requests
   * @param after hits among {@code allAfter} requests
   */
  public static double ofRise(long before, long allBefore, long after, long allAfter) {
    if ((double) after * allBefore <= (double) before * allAfter) {
      return 1;
    }
    long hits = before + after;
    long misses = allBefore + allAfter - hits;
    double term =
        Math.exp(
            logChoose(hits, after)
                + logChoose(misses, allAfter - after)
                - logChoose(hits + misses, allAfter));
    double sum = 0;
    for (long x = after; x <= Math.min(allAfter, hits) && term > NEGLIGIBLE * sum; x++) {
      sum += term;
      term *= (double) (hits - x) / (x + 1) * (allAfter - x) / (misses - allAfter + x + 1);
    }
    return Math.min(1, sum);
  }

  private static double logChoose(long n, long k) {
    return Gamma.logGamma(n + 1.0) - Gamma.logGamma(k + 1.0) - Gamma.logGamma(n - k + 1.0);
  }
}
