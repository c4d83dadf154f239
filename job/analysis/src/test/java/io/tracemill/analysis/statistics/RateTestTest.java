package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;

class RateTestTest {

  @Property
  void pIsTheBinomialTail(
      @ForAll @IntRange(max = 200) int hits,
      @ForAll @IntRange(min = 1, max = 50) int trials,
      @ForAll @IntRange(max = 200) int otherHits,
      @ForAll @IntRange(min = 1, max = 50) int otherTrials) {
    BinomialDistribution oracle =
        new BinomialDistribution(null, hits + otherHits, (double) trials / (trials + otherTrials));
    Tally problem = new Tally(hits, trials);
    Tally baseline = new Tally(otherHits, otherTrials);

    TestResult rose = RateTest.rose(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);
    TestResult fell = RateTest.fell(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);

    assertThat(rose.p()).isEqualTo(1 - oracle.cumulativeProbability(hits - 1), within(1e-9));
    assertThat(fell.p()).isEqualTo(oracle.cumulativeProbability(hits), within(1e-9));
    assertThat(rose.attainable()).isEqualTo(oracle.probability(hits + otherHits), within(1e-9));
  }

  @Test
  void oneCallMoreOfEachOfThirtyParentsIsSeen() {
    Tally problem = new Tally(4 * 30, 30);
    Tally baseline = new Tally(3 * 360, 360);

    TestResult result = RateTest.rose(problem, baseline, DesignEffect.NONE, DesignEffect.NONE);

    assertThat(result.statistic()).isEqualTo(30, within(1e-12));
    assertThat(result.p()).isLessThan(0.01);
  }

  @Test
  void healthyRatesRiseAndFallNoMoreOftenThanPromised() {
    Random random = new Random(3);
    int rose = 0;
    int fell = 0;
    int times = 2_000;
    for (int i = 0; i < times; i++) {
      List<Tally> slides = new ArrayList<>();
      for (int slide = 0; slide < 65; slide++) {
        // Some slides retry: up to three calls of a parent instead of one.
        double retries = random.nextDouble() < 0.3 ? 0.4 : 0.05;
        long calls = random.doubles(40).filter(x -> x < retries).count();
        slides.add(new Tally(20 + calls, 20));
      }
      List<Tally> before = slides.subList(0, 60);
      Tally baseline = before.stream().reduce(Tally.NONE, Tally::plus);
      Tally problem = slides.subList(60, 65).stream().reduce(Tally.NONE, Tally::plus);
      DesignEffect effect = DesignEffect.ofRates(before, 5).orElseThrow();
      rose += RateTest.rose(problem, baseline, effect, effect).p() <= 0.01 ? 1 : 0;
      fell += RateTest.fell(problem, baseline, effect, effect).p() <= 0.01 ? 1 : 0;
    }
    assertThat((double) rose / times).isLessThan(0.01 + 0.0075);
    assertThat((double) fell / times).isLessThan(0.01 + 0.0075);
  }
}
