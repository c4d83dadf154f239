package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;

class ScoreDistributionTest {
  @Test
  void theRateIsZeroAtTheMean() {
    ScoreDistribution prior = ScoreDistribution.ofTime(ScoreDistribution.none(), 0);

    assertThat(prior.rate(prior.mean())).isZero();
  }

  @Test
  void theRateAtTheEndIsMinusTheLogarithmOfItsWeight() {
    ScoreDistribution scores =
        new ScoreDistribution(new double[] {-1, 0, 2}, new double[] {0.5, 0.4, 0.1});

    assertThat(scores.rate(2)).isCloseTo(-Math.log(0.1), within(1e-9));
    assertThat(scores.rate(-1)).isCloseTo(-Math.log(0.5), within(1e-9));
  }

  @Property(tries = 200)
  void theRateOfSharesIsTheKullbackLeiblerDivergence(
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double before,
      @ForAll @DoubleRange(min = 0.01, max = 0.99) double now) {
    ScoreDistribution scores =
        new ScoreDistribution(new double[] {0, 1}, new double[] {1 - before, before});
    double divergence =
        now * Math.log(now / before) + (1 - now) * Math.log((1 - now) / (1 - before));

    assertThat(scores.rate(now)).isCloseTo(divergence, within(1e-8));
  }

  @Property(tries = 300)
  void surpriseIsThatOfStudentsTwoSidedTest(
      @ForAll @DoubleRange(min = 0, max = 12) double root,
      @ForAll @DoubleRange(min = 1, max = 500) double degrees) {
    double p = 2 * new TDistribution(null, degrees).cumulativeProbability(-root);

    assertThat(ChangeTest.surprise(root, degrees)).isCloseTo(-Math.log(p), within(1e-6));
  }

  @Property(tries = 30)
  void surpriseGoesOnSmoothlyWherePNoLongerHasANumber(
      @ForAll @DoubleRange(min = 20, max = 5000) double degrees) {
    double step = 0.02;
    double before = ChangeTest.surprise(30, degrees);
    double rise = ChangeTest.surprise(30 + step, degrees) - before;
    for (double root = 30 + step; root < 200; root += step) {
      double surprise = ChangeTest.surprise(root, degrees);
      assertThat(surprise - before).as("rise at %s", root).isPositive();
      assertThat(surprise - before).as("rise at %s", root).isCloseTo(rise, within(0.02));
      rise = surprise - before;
      before = surprise;
    }
  }
}
