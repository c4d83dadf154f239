package io.tracemill.analysis.statistics;

import java.util.List;

/**
 * How far the values of a stretch lie above others, as a sum that can be added up over strata: that
 * of van Elteren (1960) for times, that of Cochran, Mantel and Haenszel for shares.
 *
 * <p>The score of a value is its mid-rank among all values, as a part of them, less one half.
 * Scores of all add up to zero. Dealt at random, the sum of n of N scores has the variance {@code S
 * n (N - n) / (N (N - 1))}, S the sum of their squares, ties and all.
 *
 * @param sum of the stretch's scores, each in [-1/2, 1/2]
 * @param variance of the sum, were values dealt at random
 */
public record RankSum(double sum, double variance) {
  /** Of a stretch of which nothing can be said. */
  public static final RankSum NONE = new RankSum(0, 0);

  /** That of {@code stretch} among its own values and those of {@code others}. */
  public static RankSum against(BinnedSample stretch, BinnedSample others) {
    PairedBins bins = PairedBins.of(stretch, others);
    return of(bins.first(), sum(bins.first(), bins.second()));
  }

  /** Those of {@code parts} among {@code all}, which they are parts of. */
  public static List<RankSum> within(List<BinnedSample> parts, BinnedSample all) {
    int[] axis = all.bins();
    long[] counts = all.countsIn(axis);
    double[] scores = midRanks(counts);
    double squares = squares(counts, scores);
    return parts.stream()
        .map(part -> of(part.sumOf(axis, scores), part.size(), squares, all.size()))
        .toList();
  }

  /** That of two strata. */
  public RankSum plus(RankSum other) {
    return new RankSum(sum + other.sum, variance + other.variance);
  }

  private static RankSum of(long[] part, long[] all) {
    double[] scores = midRanks(all);
    double sum = 0;
    long size = 0;
    long allSize = 0;
    for (int bin = 0; bin < all.length; bin++) {
      sum += part[bin] * scores[bin];
      size += part[bin];
      allSize += all[bin];
    }
    return of(sum, size, squares(all, scores), allSize);
  }

  private static RankSum of(double sum, long part, double squares, long all) {
    double size = part;
    double allSize = all;
    return all > 1
        ? new RankSum(sum, squares * size * (allSize - size) / (allSize * (allSize - 1)))
        : NONE;
  }

  private static double squares(long[] counts, double[] scores) {
    double squares = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      squares += counts[bin] * scores[bin] * scores[bin];
    }
    return squares;
  }

  private static long[] sum(long[] first, long[] second) {
    long[] sums = first.clone();
    for (int bin = 0; bin < sums.length; bin++) {
      sums[bin] += second[bin];
    }
    return sums;
  }

  /** Ranks of the bins in [-1/2, 1/2], ties in the middle of theirs. */
  static double[] midRanks(long[] counts) {
    double size = 0;
    for (long count : counts) {
      size += count;
    }
    double[] ranks = new double[counts.length];
    long below = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      ranks[bin] = (below + counts[bin] / 2.0) / size - 0.5;
      below += counts[bin];
    }
    return ranks;
  }
}
