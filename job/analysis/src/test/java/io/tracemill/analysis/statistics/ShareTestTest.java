package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.junit.jupiter.api.Test;

class ShareTestTest {

  @Property
  void pIsTheHypergeometricTail(
      @ForAll @IntRange(max = 40) int hits,
      @ForAll @IntRange(max = 40) int misses,
      @ForAll @IntRange(max = 40) int otherHits,
      @ForAll @IntRange(max = 40) int otherMisses) {
    int all = hits + misses + otherHits + otherMisses;
    if (all == 0) {
      return;
    }
    HypergeometricDistribution oracle =
        new HypergeometricDistribution(null, all, hits + otherHits, hits + misses);
    Tally problem = new Tally(hits, hits + misses);
    Tally baseline = new Tally(otherHits, otherHits + otherMisses);

    TestResult rose = ShareTest.rose(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);
    TestResult fell = ShareTest.fell(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);

    assertThat(rose.p()).isEqualTo(oracle.upperCumulativeProbability(hits), within(1e-10));
    assertThat(fell.p()).isEqualTo(oracle.cumulativeProbability(hits), within(1e-10));
    assertThat(rose.attainable())
        .isEqualTo(oracle.upperCumulativeProbability(oracle.getSupportUpperBound()), within(1e-10));
    assertThat(rose.p() + fell.p()).isGreaterThanOrEqualTo(1 - 1e-10);
    assertThat(rose.statistic()).isEqualTo(fell.statistic());
  }

  @Test
  void tailsAgreeWithPublishedSoftware() {
    // SciPy 1.17: fisher_exact([[60, 240], [360, 3240]], alternative='greater').
    assertThat(rose(new Tally(60, 300), new Tally(360, 3_600)).p())
        .isEqualTo(6.230942176e-7, within(1e-15));
    assertThat(rose(new Tally(900_000, 3_000_000), new Tally(3_600_000, 36_000_000)).p())
        .isEqualTo(Double.MIN_NORMAL);
  }

  @Test
  void aCategoryThatNeverWasRisesWithAHandfulOfRequests() {
    assertThat(rose(new Tally(5, 100), new Tally(0, 1_200)).p()).isLessThan(1e-5);
  }

  @Test
  void aChangeOfLoadIsNoChangeOfShare() {
    assertThat(rose(new Tally(300, 3_000), new Tally(360, 3_600)).p()).isGreaterThan(0.4);
  }

  @Test
  void theExcessIsWhatTheThresholdOfThePaperBounds() {
    // Figure 4 of the paper: 300 requests before, 800 after, at the same load.
    assertThat(new Tally(800, 2_000).excessOver(new Tally(300, 2_000)))
        .isEqualTo(500, within(1e-9));
  }

  @Test
  void aShareHasNoMoreHitsThanTrials() {
    assertThatThrownBy(() -> rose(new Tally(3, 2), new Tally(0, 9)))
        .hasMessage("3 hits of 2 trials are no share");
  }

  @Test
  void healthySharesRiseNoMoreOftenThanPromised() {
    assertThat(falsePositives(0.1, 0, 60, false)).isLessThan(0.01 + 0.0075);
    assertThat(falsePositives(0.01, 0, 60, false)).isLessThan(0.01 + 0.0075);
  }

  @Test
  void sharesThatWanderFromSlideToSlideRiseNoMoreOftenThanPromised() {
    assertThat(falsePositives(0.2, 0.05, 60, false)).isLessThan(0.01 + 0.0075);
    assertThat(falsePositives(0.2, 0.05, 60, true)).isGreaterThan(0.03);
  }

  /** Of slides of {@code size} requests whose share is {@code share} +- {@code wandering}. */
  private static double falsePositives(
      double share, double wandering, int size, boolean uncorrected) {
    Random random = new Random(5);
    int found = 0;
    int times = 2_000;
    for (int i = 0; i < times; i++) {
      List<Tally> slides = new ArrayList<>();
      for (int slide = 0; slide < 65; slide++) {
        double own = share + wandering * random.nextGaussian();
        slides.add(new Tally(random.doubles(size).filter(x -> x < own).count(), size));
      }
      Tally baseline = slides.subList(0, 60).stream().reduce(Tally.NONE, Tally::plus);
      Tally problem = slides.subList(60, 65).stream().reduce(Tally.NONE, Tally::plus);
      DesignEffect effect =
          uncorrected
              ? DesignEffect.NONE
              : DesignEffect.ofShares(slides.subList(0, 60), 5).orElseThrow();
      if (ShareTest.rose(problem, baseline, effect, effect).p() <= 0.01) {
        found++;
      }
    }
    return (double) found / times;
  }

  private static TestResult rose(Tally problem, Tally baseline) {
    return ShareTest.rose(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);
  }
}
