package io.tracemill.analysis.statistics;

import java.util.Collection;
import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * Is a sum of scores larger, or another, than chance makes it: one over many strata, each compared
 * with itself alone (van Elteren, 1960, for ranks; Cochran, 1954, and Mantel and Haenszel, 1959,
 * for shares)?
 *
 * <p>Strata share what a slow minute does to all of them, so their variances do not just add up.
 * What the sum varies by without a cause is seen in blocks of the baseline, each with the scores of
 * all strata at its time, and Student's distribution knows how many blocks there were.
 */
public final class ScoreTest {
  private ScoreTest() {}

  /**
   * By how much more blocks of the baseline vary than requests dealt at random; nothing where fewer
   * than {@link DesignEffect#MIN_SLIDES} could tell.
   *
   * @param blocks side by side, as long as the window that is tested
   * @param blockSize the mean requests of a block
   */
  public static Optional<DesignEffect> effectOf(Collection<RankSum> blocks, double blockSize) {
    if (blocks.size() < DesignEffect.MIN_SLIDES) {
      return Optional.empty();
    }
    double found = blocks.stream().mapToDouble(block -> block.sum() * block.sum()).sum();
    double expected = blocks.stream().mapToDouble(RankSum::variance).sum();
    double factor = expected > 0 ? Math.max(1, found / expected) : 1;
    return Optional.of(new DesignEffect(factor, blockSize, freedom(blocks)));
  }

  /** Of blocks that weigh little there are fewer than there seem to be (Kish, 1965). */
  private static double freedom(Collection<RankSum> blocks) {
    double sum = blocks.stream().mapToDouble(RankSum::variance).sum();
    double squares =
        blocks.stream().mapToDouble(block -> block.variance() * block.variance()).sum();
    return Math.max(1, (squares > 0 ? sum * sum / squares : blocks.size()) - 1);
  }

  /**
   * Is the sum larger? The statistic is the normal deviate.
   *
   * @param largest the largest sum that sizes allow
   */
  public static TestResult rose(RankSum score, double largest, DesignEffect effect) {
    double deviation = Math.sqrt(score.variance() * effect.factor());
    if (!(deviation > 0)) {
      return new TestResult(0, 1, 1);
    }
    return new TestResult(
        score.sum() / deviation,
        tail(score.sum() / deviation, effect.degreesOfFreedom()),
        tail(largest / deviation, effect.degreesOfFreedom()));
  }

  /** Is the sum larger or smaller? As {@link #rose}, of both tails. */
  public static TestResult changed(RankSum score, double largest, DesignEffect effect) {
    RankSum size = new RankSum(Math.abs(score.sum()), score.variance());
    TestResult oneSided = rose(size, largest, effect);
    return new TestResult(
        Math.signum(score.sum()) * oneSided.statistic(),
        2 * oneSided.p(),
        2 * oneSided.attainable());
  }

  /**
   * How probable so many hits of the window are, or more, given how many there are in both cohorts:
   * binomial (Przyborowski and Wilenski, 1940). Of rare hits, it is the truth; a normal deviate is
   * not.
   *
   * @param hits in the window
   * @param otherHits in the baseline
   * @param expected hits in the window, were those of each stratum dealt at random
   */
  public static double ofHits(double hits, double otherHits, double expected, DesignEffect effect) {
    if (hits <= 0) {
      return 1;
    }
    double part = Math.min(1, Math.max(0, expected / (hits + otherHits)));
    double p = Beta.regularizedBeta(part, hits / effect.factor(), otherHits / effect.factor() + 1);
    return Student.oneSided(p, effect.degreesOfFreedom());
  }

  private static double tail(double deviate, double degreesOfFreedom) {
    return new TDistribution(null, degreesOfFreedom).cumulativeProbability(-deviate);
  }
}
