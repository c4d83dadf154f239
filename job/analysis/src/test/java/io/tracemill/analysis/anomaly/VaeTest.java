package io.tracemill.analysis.anomaly;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class VaeTest {
  /**
   * The density leaves out the constant of the normal distribution, so that two independent columns
   * of deviation 1 have an entropy of 1/2 nat each.
   */
  @Test
  void theLikelihoodOfIndependentColumnsApproachesTheirEntropy() {
    RandomGenerator random = GivenRequests.random(1);
    Vae vae = trained(random, false);

    assertThat(loss(vae, vectors(500, random, false))).isCloseTo(1, within(0.1));
  }

  /** The sum of both columns has a deviation of 2, their difference one of 0.2. */
  @Test
  void columnsThatGoTogetherAreMoreLikelyThanIndependentOnes() {
    RandomGenerator random = GivenRequests.random(1);
    Vae vae = trained(random, true);

    assertThat(loss(vae, vectors(500, random, true))).isLessThan(0.3);
    assertThat(vae.logLikelihood(new float[] {1, 1}, Vae.DRAWS))
        .isGreaterThan(vae.logLikelihood(new float[] {1, -1}, Vae.DRAWS) + 5);
  }

  private static Vae trained(RandomGenerator random, boolean together) {
    return VaeTraining.fit(
        vectors(1_000, random, together),
        vectors(300, random, together),
        random,
        TrainingProgress.NONE);
  }

  private static double loss(Vae vae, List<float[]> vectors) {
    return vectors.stream()
        .mapToDouble(vector -> -vae.logLikelihood(vector, Vae.DRAWS))
        .average()
        .orElseThrow();
  }

  private static List<float[]> vectors(int count, RandomGenerator random, boolean together) {
    return Stream.generate(() -> vector(random, together)).limit(count).toList();
  }

  private static float[] vector(RandomGenerator random, boolean together) {
    double first = random.nextGaussian();
    double second = random.nextGaussian();
    return new float[] {(float) first, (float) (together ? first + 0.2 * second : second)};
  }
}
