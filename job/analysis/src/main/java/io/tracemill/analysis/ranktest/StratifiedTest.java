package io.tracemill.analysis.ranktest;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.ranktest.RankTest.Ranks;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Erf;

/**
 * Whether two sets of requests differ, stratum by stratum: only requests of one stratum are
 * compared with each other. Ranks are added as in van Elteren 1960, shares as in Cochran 1954 and
 * Mantel and Haenszel 1959. Strata of one time are a block, whose requests may depend on each
 * other. So the test also takes the variance from the differences between blocks, with a
 * t-distribution, and returns the larger of both probabilities.
 *
 * @param distance sum of the strata's distances from what chance expects
 * @param variance the variance of {@code distance} by chance if requests are independent
 * @param blocks number of blocks
 * @param squares sum of the squares of the blocks' distances
 */
public record StratifiedTest(double distance, double variance, int blocks, double squares) {
  /** A test without strata. */
  public static final StratifiedTest NONE = new StratifiedTest(0, 0, 0, 0);

  /** The strata of one time; one thread uses it. */
  public static final class Block {
    private double distance;
    private double variance;

    /** Adds the figures of a stratum; neither side is empty. */
    public void addFigures(long[] before, long[] after) {
      Ranks ranks = Ranks.of(before, after);
      double weight = 1.0 / (before.length + after.length + 1);
      distance += weight * ranks.distance();
      variance += weight * weight * ranks.variance();
    }

    /** Adds the hits of a stratum among its requests; neither side is empty. */
    public void addHits(long hitsBefore, long before, long hitsAfter, long after) {
      double all = (double) before + after;
      double hits = (double) hitsBefore + hitsAfter;
      distance += hitsAfter - hits * after / all;
      variance += hits * (all - hits) * before * after / (all * all * (all - 1));
    }
  }

  /** The same test with another block. */
  public StratifiedTest plus(Block block) {
    requireNonNull(block, "block");
    return new StratifiedTest(
        distance + block.distance,
        variance + block.variance,
        blocks + 1,
        squares + block.distance * block.distance);
  }

  /**
   * The probability of such a distance, or a larger one, by chance; two-sided.
   *
   * @param continuity subtracted from the distance: half its smallest step
   */
  public double pValue(double continuity) {
    double from = Math.max(0, Math.abs(distance) - continuity);
    if (variance <= 0) {
      return 1;
    }
    return Math.max(Erf.erfc(from / Math.sqrt(2 * variance)), blockPValue(from));
  }

  private double blockPValue(double from) {
    if (blocks < 2) {
      return 1;
    }
    double between = (squares - distance * distance / blocks) * blocks / (blocks - 1);
    return between <= 0
        ? 0
        : 2 * new TDistribution(blocks - 1).cumulativeProbability(-from / Math.sqrt(between));
  }
}
