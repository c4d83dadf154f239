package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FamilyWiseTest {
  private static List<double[]> noise(int features, int rounds) {
    SplittableRandom random = new SplittableRandom(1);
    List<double[]> byChance = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      byChance.add(random.doubles(features, -0.05, 0.05).toArray());
    }
    return byChance;
  }

  @Test
  void whatChanceNeverReachesHasTheLeastProbability() {
    assertThat(FamilyWise.probabilities(new double[] {1, 0}, noise(2, 99), feature -> true)[0])
        .isEqualTo(0.01);
  }

  @Test
  void aLargerFamilyMakesTheSameDifferenceMoreProbable() {
    double[] alone = FamilyWise.probabilities(new double[] {0.045}, noise(1, 199), f -> true);
    double[] seen = new double[40];
    seen[0] = 0.045;
    double[] among = FamilyWise.probabilities(seen, noise(40, 199), feature -> true);
    assertThat(among[0]).isGreaterThan(alone[0]);
  }

  @Test
  void oneThatIsNoSuspectIsNeverImprobable() {
    assertThat(FamilyWise.probabilities(new double[] {1, 1}, noise(2, 99), feature -> feature == 0))
        .containsExactly(0.01, 1);
  }
}
