package io.tracemill.analysis.statistics;

import java.util.function.DoubleUnaryOperator;

/**
 * Two samples on one axis of bins.
 *
 * @param first counts of the first sample, per bin
 * @param second counts of the second sample, per bin
 */
record PairedBins(long[] first, long[] second) {

  static PairedBins of(BinnedSample first, BinnedSample second) {
    int[] axis = first.binsWith(second);
    return new PairedBins(first.countsIn(axis), second.countsIn(axis));
  }

  /**
   * Kolmogorov and Smirnov's D, the largest difference of the two distribution functions, taken at
   * the ends of bins: {@code max |F(x) - G(x)|}, in [0, 1].
   */
  double distance() {
    return largest(Math::abs);
  }

  /**
   * By how much the second distribution function exceeds the first at most, at the ends of bins:
   * {@code max (G(x) - F(x))}, in [0, 1]; large where the first sample's values are the larger
   * ones.
   */
  double excess() {
    return largest(difference -> difference);
  }

  /** The largest of what is made of G(x) - F(x), and at least 0. */
  private double largest(DoubleUnaryOperator of) {
    double firstSize = BinnedSample.sum(first);
    double secondSize = BinnedSample.sum(second);
    if (firstSize == 0 || secondSize == 0) {
      return 0;
    }
    long firstBelow = 0;
    long secondBelow = 0;
    double largest = 0;
    for (int bin = 0; bin < first.length; bin++) {
      firstBelow += first[bin];
      secondBelow += second[bin];
      double difference = secondBelow / secondSize - firstBelow / firstSize;
      largest = Math.max(largest, of.applyAsDouble(difference));
    }
    return largest;
  }

  /**
   * Where bins end among the pooled values in ascending order, were the samples of these sizes: the
   * tie structure. Exact where the sizes are the samples' own, else rounded; ascending, the last is
   * the sum of both sizes.
   */
  long[] binEnds(long firstSize, long secondSize) {
    double firstScale = (double) firstSize / BinnedSample.sum(first);
    double secondScale = (double) secondSize / BinnedSample.sum(second);
    long[] ends = new long[first.length];
    long firstBelow = 0;
    long secondBelow = 0;
    for (int bin = 0; bin < ends.length; bin++) {
      firstBelow += first[bin];
      secondBelow += second[bin];
      ends[bin] = Math.round(firstBelow * firstScale + secondBelow * secondScale);
    }
    return ends;
  }
}
