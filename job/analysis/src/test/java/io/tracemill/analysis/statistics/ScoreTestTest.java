package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreTestTest {
  private static final DesignEffect OF_TWELVE = new DesignEffect(1, 50, 11);

  @Test
  void aSumIsLookedUpInStudentsDistribution() {
    TestResult test = ScoreTest.rose(new RankSum(6, 4), 20, OF_TWELVE);

    assertThat(test.statistic()).isEqualTo(3);
    assertThat(test.p())
        .isCloseTo(1 - new TDistribution(11).cumulativeProbability(3), within(1e-12));
    assertThat(test.attainable())
        .isCloseTo(1 - new TDistribution(11).cumulativeProbability(10), within(1e-9));
  }

  @Test
  void bothDirectionsAreTwiceAsProbable() {
    double up = ScoreTest.rose(new RankSum(6, 4), 20, OF_TWELVE).p();

    assertThat(ScoreTest.changed(new RankSum(6, 4), 20, OF_TWELVE).p()).isEqualTo(2 * up);
    assertThat(ScoreTest.changed(new RankSum(-6, 4), 20, OF_TWELVE).p()).isEqualTo(2 * up);
    assertThat(ScoreTest.changed(new RankSum(-6, 4), 20, OF_TWELVE).statistic()).isEqualTo(-3);
    assertThat(ScoreTest.rose(new RankSum(-6, 4), 20, OF_TWELVE).p()).isGreaterThan(0.99);
  }

  @Test
  void whatCannotVarySaysNothing() {
    assertThat(ScoreTest.rose(new RankSum(0, 0), 0, OF_TWELVE)).isEqualTo(new TestResult(0, 1, 1));
    assertThat(ScoreTest.changed(new RankSum(0, 0), 0, OF_TWELVE).p()).isEqualTo(1);
  }

  @Test
  void blocksTellByHowMuchTheirSumsVary() {
    List<RankSum> blocks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      blocks.add(new RankSum(i % 2 == 0 ? 6 : -6, 9));
    }

    DesignEffect effect = ScoreTest.effectOf(blocks, 40).orElseThrow();

    assertThat(effect).isEqualTo(new DesignEffect(4, 40, 7));
    assertThat(ScoreTest.effectOf(blocks.subList(0, 5), 40)).isEmpty();
    assertThat(
            ScoreTest.effectOf(Collections.nCopies(6, new RankSum(1, 9)), 40)
                .orElseThrow()
                .factor())
        .isEqualTo(1);
    assertThat(
            ScoreTest.effectOf(Collections.nCopies(6, new RankSum(0, 0)), 40)
                .orElseThrow()
                .factor())
        .isEqualTo(1);
  }

  @Test
  void unevenBlocksAreAsCertainAsFewerEvenOnes() {
    List<RankSum> blocks = new ArrayList<>(Collections.nCopies(3, new RankSum(5, 100)));
    blocks.addAll(Collections.nCopies(9, new RankSum(0, 1e-9)));
    assertThat(ScoreTest.effectOf(blocks, 40).orElseThrow().degreesOfFreedom())
        .isCloseTo(2, within(1e-6));

    blocks.subList(0, 2).clear();
    assertThat(ScoreTest.effectOf(blocks, 40).orElseThrow().degreesOfFreedom()).isEqualTo(1);
  }

  @Test
  void ofRareHitsTheProbabilityIsThatOfFisherOrMore() {
    // 3 of 30 in the window, 1 of 270 in the baseline.
    double exact = new HypergeometricDistribution(300, 4, 30).upperCumulativeProbability(3);
    double p = ScoreTest.ofHits(3, 1, 0.4, DesignEffect.NONE);

    assertThat(p).isBetween(exact, 1.5 * exact);
    assertThat(ScoreTest.ofHits(3, 1, 0.4, OF_TWELVE)).isGreaterThan(p);
    assertThat(ScoreTest.ofHits(0, 4, 0.4, OF_TWELVE)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 3})
  void slowBlocksKeepThePromise(double sharedVariance) {
    Random random = new Random(5);
    int times = 4000;
    int rejected = 0;
    for (int i = 0; i < times; i++) {
      List<RankSum> blocks = new ArrayList<>();
      for (int block = 0; block < 13; block++) {
        blocks.add(new RankSum(random.nextGaussian() * Math.sqrt(4 * (1 + sharedVariance)), 4));
      }
      DesignEffect effect = ScoreTest.effectOf(blocks.subList(1, 13), 50).orElseThrow();
      if (ScoreTest.rose(blocks.get(0), 100, effect).p() <= 0.01) {
        rejected++;
      }
    }
    assertThat((double) rejected / times).isLessThan(0.01 + 3.3 * Math.sqrt(0.0099 / times));
  }
}
