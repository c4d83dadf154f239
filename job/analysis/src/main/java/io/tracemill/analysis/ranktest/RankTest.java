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
    if (before.length == 0 || after.length == 0) {
      return new RankTest(before.length, after.length, 0.5, 1);
    }
    long[] first = before.clone();
    long[] second = after.clone();
    Arrays.sort(first);
    Arrays.sort(second);
    return ofSorted(first, second);
  }

  /** Merges two ascending arrays, one group of equal values at a time. */
  private static RankTest ofSorted(long[] before, long[] after) {
    double pairs = (double) before.length * after.length;
    double all = (double) before.length + after.length;
    double slowerPairs = 0;
    double tiedCubes = 0;
    int i = 0;
    int j = 0;
    while (i < before.length || j < after.length) {
      long value =
          i == before.length
              ? after[j]
              : j == after.length ? before[i] : Math.min(before[i], after[j]);
      int below = i;
      while (i < before.length && before[i] == value) {
        i++;
      }
      int start = j;
      while (j < after.length && after[j] == value) {
        j++;
      }
      double tied = (double) (i - below) + (j - start);
      slowerPairs += (j - start) * (below + (i - below) / 2.0);
      tiedCubes += tied * tied * tied - tied;
    }
    double variance = pairs / 12 * (all + 1 - tiedCubes / (all * (all - 1)));
    double distance = Math.max(0, Math.abs(slowerPairs - pairs / 2) - CONTINUITY);
    double pValue = variance > 0 ? Erf.erfc(distance / Math.sqrt(2 * variance)) : 1;
    return new RankTest(before.length, after.length, slowerPairs / pairs, pValue);
  }
}
