package io.tracemill.analysis.explanation;

import io.tracemill.analysis.sketch.LatencySketch;
import java.util.SortedMap;
import java.util.TreeMap;

/** Statistical tests: the probability of a result by chance. */
final class Significance {
  private Significance() {}

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
