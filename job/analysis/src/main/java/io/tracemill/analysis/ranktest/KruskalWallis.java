package io.tracemill.analysis.ranktest;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;
import org.apache.commons.math3.stat.ranking.NaturalRanking;

/** The Kruskal-Wallis test by ranks: whether some of several groups tend to have larger values. */
public final class KruskalWallis {
  private KruskalWallis() {}

  /** The p-value, by the chi-squared approximation, with the correction for ties. */
  public static double pValue(List<long[]> groups) {
    double[] all = groups.stream().flatMapToLong(LongStream::of).asDoubleStream().toArray();
    double[] ranks = new NaturalRanking().rank(all);
    double n = all.length;
    double sum = 0;
    int at = 0;
    for (long[] group : groups) {
      double rankSum = Arrays.stream(ranks, at, at + group.length).sum();
      sum += rankSum * rankSum / group.length;
      at += group.length;
    }
    double ties = 1 - tiedCubes(all) / (n * n * n - n);
    if (ties <= 0) {
      return 1;
    }
    double h = (12 / (n * (n + 1)) * sum - 3 * (n + 1)) / ties;
    return 1 - new ChiSquaredDistribution(groups.size() - 1).cumulativeProbability(Math.max(0, h));
  }

  private static double tiedCubes(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double cubes = 0;
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[from]) {
        double tied = i - from;
        cubes += tied * tied * tied - tied;
        from = i;
      }
    }
    return cubes;
  }
}
