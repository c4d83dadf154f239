package io.tracemill.analysis.ranktest;

import java.util.Arrays;
import org.apache.commons.math3.special.Erf;

/**
 * The Mann-Whitney U test: whether the values of one sample tend to be larger than those of another
 * (Mann and Whitney 1947; P-Tracer section 4.3.2).
 *
 * <p>It is two-sided and uses the normal approximation, corrected for ties and continuity. The test
 * of Commons Math has neither correction. With many ties it overstates the variance, so it misses
 * changes.
 *
 * @param before size of the first sample
 * @param after size of the second sample
 * @param slower the effect size: the probability that a value of the second sample is larger than
 *     one of the first; a tie counts half; 0.5 if a sample is empty
 * @param pValue the probability of such an effect, or a larger one, by chance; 1 if a sample is
 *     empty
 */
public record RankTest(int before, int after, double slower, double pValue) {
  private static final double CONTINUITY = 0.5;

  /** Tests the whole arrays; they do not change. */
  public static RankTest of(long[] before, long[] after) {
    return Ranks.of(before, after).test();
  }

  /** Tests counts by bin, in the order of the bins' values; the values of a bin are ties. */
  public static RankTest ofBins(double[] before, double[] after) {
    Ranks ranks = new Ranks();
    for (int bin = 0; bin < before.length; bin++) {
      ranks.add(before[bin], after[bin]);
    }
    return ranks.test();
  }

  /** Adds up groups of equal values, the smallest first. */
  static final class Ranks {
    private double before;
    private double after;
    private double slowerPairs;
    private double tiedCubes;

    static Ranks of(long[] before, long[] after) {
      long[] first = before.clone();
      long[] second = after.clone();
      Arrays.sort(first);
      Arrays.sort(second);
      Ranks ranks = new Ranks();
      int i = 0;
      int j = 0;
      while (i < first.length || j < second.length) {
        long value =
            i == first.length
                ? second[j]
                : j == second.length ? first[i] : Math.min(first[i], second[j]);
        int tiedFrom = i;
        while (i < first.length && first[i] == value) {
          i++;
        }
        int start = j;
        while (j < second.length && second[j] == value) {
          j++;
        }
        ranks.add(i - tiedFrom, j - start);
      }
      return ranks;
    }

    void add(double tiedBefore, double tiedAfter) {
      slowerPairs += tiedAfter * (before + tiedBefore / 2);
      double tied = tiedBefore + tiedAfter;
      tiedCubes += tied * tied * tied - tied;
      before += tiedBefore;
      after += tiedAfter;
    }

    /** By how many pairs the second sample is larger more often than chance expects. */
    double distance() {
      return slowerPairs - before * after / 2;
    }

    /** The variance of {@link #distance} by chance; neither sample is empty. */
    double variance() {
      double all = before + after;
      return before * after / 12 * (all + 1 - tiedCubes / (all * (all - 1)));
    }

    RankTest test() {
      double pairs = before * after;
      if (pairs == 0) {
        return new RankTest((int) before, (int) after, 0.5, 1);
      }
      double variance = variance();
      double distance = Math.max(0, Math.abs(distance()) - CONTINUITY);
      double pValue = variance > 0 ? Erf.erfc(distance / Math.sqrt(2 * variance)) : 1;
      return new RankTest((int) before, (int) after, slowerPairs / pairs, pValue);
    }
  }
}
