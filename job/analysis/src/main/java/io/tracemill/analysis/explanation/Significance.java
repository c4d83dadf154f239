package io.tracemill.analysis.explanation;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.special.Gamma;

/** Statistical tests: the probability of a result by chance. */
final class Significance {
  private static final double NEGLIGIBLE = 1e-17;

  private Significance() {}

  /**
   * Fisher's exact test, one-sided: the probability that chance puts {@code after} or more of all
   * hits among the requests after; 1 if the share did not rise. It sums terms from the largest
   * down. Commons Math has this test only for ints, and its time grows with the counts.
   *
   * @param before hits among {@code allBefore} requests
   * @param after hits among {@code allAfter} requests
   */
  static double ofRise(long before, long allBefore, long after, long allAfter) {
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

  /**
   * The two-sample Kolmogorov-Smirnov test: an upper bound of the probability of such a distance by
   * chance, {@code e * exp(-2 D^2 n m / (n + m))}. It holds for samples of any size (Wei and
   * Dudley, Two-sample Dvoretzky-Kiefer-Wolfowitz inequalities, 2012). It is at most 1.4 times
   * Kolmogorov's limit if that is small. Commons Math has it for single values only.
   *
   * @param one not empty, nor is {@code other}
   */
  static double ofDistance(LatencySketch one, LatencySketch other) {
    double distance = distance(one, other);
    double n = one.count();
    double m = other.count();
    return Math.min(1, Math.exp(1 - 2 * distance * distance * n * m / (n + m)));
  }

  /**
   * D, the largest difference of the two distribution functions, in [0, 1]. Times that share a bin
   * of a sketch, 2 % wide, are ties. Ties make D smaller, so p is never too small because of them.
   */
  static double distance(LatencySketch one, LatencySketch other) {
    SortedMap<Integer, long[]> bins = new TreeMap<>();
    one.forEachBin((bin, count) -> bins.computeIfAbsent(bin, unused -> new long[2])[0] = count);
    other.forEachBin((bin, count) -> bins.computeIfAbsent(bin, unused -> new long[2])[1] = count);
    long below = 0;
    long otherBelow = 0;
    double distance = 0;
    for (long[] counts : bins.values()) {
      below += counts[0];
      otherBelow += counts[1];
      double difference = (double) below / one.count() - (double) otherBelow / other.count();
      distance = Math.max(distance, Math.abs(difference));
    }
    return distance;
  }
}
