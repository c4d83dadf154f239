package io.tracemill.analysis.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class NormalScoresTest {
  /** Scores beyond s are exp(-s) of all, so that 0.1 % are beyond log(1000). */
  @Test
  void theThresholdOfAnExponentialTailIsItsQuantile() {
    double[] scores =
        IntStream.range(0, 2_000).mapToDouble(i -> -Math.log((i + 0.5) / 2_000)).toArray();

    assertThat(NormalScores.of(scores, 0.001).threshold()).isCloseTo(Math.log(1_000), within(0.1));
  }

  @Test
  void aSmallerShareHasAHigherThreshold() {
    double[] scores = normal(1_000);

    assertThat(NormalScores.of(scores, 0.001).threshold())
        .isGreaterThan(NormalScores.of(scores, 0.01).threshold());
  }

  @Test
  void thePValueIsTheShareOfHigherScores() {
    NormalScores scores = NormalScores.of(normal(5_000), 0.001);

    assertThat(scores.pValue(-9)).isEqualTo(1);
    assertThat(scores.pValue(0)).isCloseTo(0.5, within(0.02));
    assertThat(scores.pValue(1.645)).isCloseTo(0.05, within(0.01));
    assertThat(scores.pValue(9)).isZero();
  }

  @Test
  void equalScoresHaveAThresholdAboveThem() {
    double[] scores = new double[50];
    Arrays.fill(scores, 3);

    assertThat(NormalScores.of(scores, 0.001).threshold()).isCloseTo(3, within(1e-6));
    assertThat(NormalScores.of(scores, 0.001).threshold()).isGreaterThan(3);
  }

  @Test
  void whatIsNoDistributionIsRefused() {
    assertThatThrownBy(() -> NormalScores.of(new double[0], 0.001)).hasMessageContaining("0");
    assertThatThrownBy(() -> NormalScores.of(new double[] {Double.NaN}, 0.001))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> NormalScores.of(new double[] {1}, 0.2)).hasMessageContaining("0.2");
  }

  private static double[] normal(int count) {
    RandomGenerator random = GivenRequests.random(1);
    return IntStream.range(0, count).mapToDouble(i -> random.nextGaussian()).toArray();
  }
}
