package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.statistics.Comparison.Cohorts;
import io.tracemill.analysis.statistics.Traffic.Ties;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Healthy traffic, compared with itself hundreds of times with fixed seeds: at 1 % no more than 1 %
 * may look changed. {@link FalsePositiveTable} runs more of it.
 */
class FalsePositivesTest {
  private static final double LEVEL = 0.01;
  private static final Comparison SPARSE = new Comparison(1, 5, 60);
  private static final Comparison USUAL = new Comparison(6, 5, 50);
  private static final Comparison SHORT = new Comparison(10, 8, 6);

  @ParameterizedTest
  @CsvSource({"1,5,5,1000", "1,5,60,1000", "6,5,50,600", "40,5,50,200"})
  void independentRequestsKeepThePromise(int perSlide, int problem, int baseline, int times) {
    Comparison comparison = new Comparison(perSlide, problem, baseline);
    for (Ties ties : Ties.values()) {
      assertKept(comparison, Traffic.independent(ties), Cohorts::uncorrected, times);
    }
  }

  @ParameterizedTest
  @EnumSource
  void requestsThatRememberTheOneBeforeKeepThePromise(Ties ties) {
    for (double memory : new double[] {0, 0.3, 0.6}) {
      assertKept(USUAL, new Traffic(ties, memory, 0), cohorts -> cohorts.corrected(5), 600);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.3", "0.6"})
  void slidesOfOneRequestNeedWindowsToKeepThePromise(double memory) {
    Traffic traffic = new Traffic(Ties.CONTINUOUS, memory, 0);

    assertKept(SPARSE, traffic, cohorts -> cohorts.corrected(5), 600);
    assertThat(SPARSE.falsePositives(traffic, cohorts -> cohorts.corrected(1), LEVEL, 600))
        .isGreaterThan(2 * LEVEL);
  }

  @Test
  void slidesThatDifferKeepThePromise() {
    Traffic traffic = new Traffic(Ties.HEAVY, 0, 0.2);

    assertKept(USUAL, traffic, cohorts -> cohorts.corrected(1), 600);
    assertKept(USUAL, traffic, cohorts -> cohorts.corrected(5), 600);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "0.3,0", "0.6,0", "0,0.2"})
  void shortStretchesKeepThePromiseByWhatBothTell(double memory, double shared) {
    for (Ties ties : Ties.values()) {
      assertKept(SHORT, new Traffic(ties, memory, shared), Cohorts::correctedByBoth, 600);
    }
  }

  @Test
  void betweenShortStretchesBothTellWhatOneCannot() {
    Random random = new Random(5);
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.3, 0);
    int byOne = 0;
    int byBoth = 0;
    for (int i = 0; i < 200; i++) {
      Cohorts cohorts = SHORT.of(traffic, random);
      // Two standard deviations later.
      Cohorts slow =
          new Cohorts(Comparison.later(cohorts.problem(), 20_000_000), cohorts.baseline());
      byOne += slow.corrected(1) <= 1e-4 ? 1 : 0;
      byBoth += slow.correctedByBoth() <= 1e-4 ? 1 : 0;
    }
    assertThat(byBoth).isGreaterThan(90);
    assertThat(byOne).isLessThan(20);
  }

  @Test
  void withoutCorrectionThePromiseIsBroken() {
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.6, 0);

    assertThat(USUAL.falsePositives(traffic, Cohorts::uncorrected, LEVEL, 600)).isGreaterThan(0.1);
  }

  @Test
  void thirtySlowRequestsOfThreeHundredAreFound() {
    Random random = new Random(4);
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.3, 0);
    int found = 0;
    for (int i = 0; i < 200; i++) {
      Cohorts cohorts = USUAL.of(traffic, random);
      // Two standard deviations later.
      Cohorts slow =
          new Cohorts(Comparison.later(cohorts.problem(), 20_000_000), cohorts.baseline());
      if (slow.corrected(5) <= 1e-3) {
        found++;
      }
    }
    assertThat(found).isGreaterThan(180);
  }

  /** At most one time in two thousand would as good a test fail this. */
  private static void assertKept(
      Comparison comparison, Traffic traffic, ToDoubleFunction<Cohorts> test, int times) {
    double chance = 3.3 * Math.sqrt(LEVEL * (1 - LEVEL) / times);

    assertThat(comparison.falsePositives(traffic, test, LEVEL, times))
        .as("%s, %s", comparison, traffic)
        .isLessThanOrEqualTo(LEVEL + chance);
  }
}
