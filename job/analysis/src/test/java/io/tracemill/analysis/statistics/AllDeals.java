package io.tracemill.analysis.statistics;

import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/** The obvious oracle: every way to deal the pooled values to two samples of the same sizes. */
final class AllDeals {
  private AllDeals() {}

  /** The distance of Kolmogorov and Smirnov of every deal. */
  static double[] distances(int[] first, int[] second) {
    int[] pooled = IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    return IntStream.range(0, 1 << pooled.length)
        .filter(deal -> Integer.bitCount(deal) == first.length)
        .mapToDouble(deal -> distance(dealt(pooled, deal), dealt(pooled, ~deal)))
        .toArray();
  }

  static double distance(int[] first, int[] second) {
    return IntStream.concat(Arrays.stream(first), Arrays.stream(second))
        .mapToDouble(x -> Math.abs(partUpTo(first, x) - partUpTo(second, x)))
        .max()
        .orElseThrow();
  }

  static double partOf(double[] deals, DoublePredicate which) {
    return (double) Arrays.stream(deals).filter(which).count() / deals.length;
  }

  private static double partUpTo(int[] sample, int x) {
    return (double) Arrays.stream(sample).filter(value -> value <= x).count() / sample.length;
  }

  private static int[] dealt(int[] pooled, int deal) {
    return IntStream.range(0, pooled.length)
        .filter(i -> (deal >> i & 1) == 1)
        .map(i -> pooled[i])
        .toArray();
  }
}
