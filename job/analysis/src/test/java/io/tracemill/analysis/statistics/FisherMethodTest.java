package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FisherMethodTest {
  @Test
  void oneTestAloneSaysWhatItSays() {
    assertThat(FisherMethod.combined(List.of(0.03))).isCloseTo(0.03, within(1e-12));
    assertThat(FisherMethod.combined(List.of())).isEqualTo(1);
  }

  @Test
  void smallChancesTogetherAreSmaller() {
    double p = 0.1;
    double half = -3 * Math.log(p);

    assertThat(FisherMethod.combined(List.of(p, p, p)))
        .as("chi square with six degrees")
        .isCloseTo(p * p * p * (1 + half + half * half / 2), within(1e-12));
    assertThat(FisherMethod.combined(List.of(0.0, 1.0, 1.0))).isLessThan(1e-200);
  }

  @Test
  void ofChanceAloneItIsAsSmallAsItSays() {
    Random random = new Random(5);
    int times = 20_000;
    int below = 0;
    for (int i = 0; i < times; i++) {
      List<Double> three = List.of(random.nextDouble(), random.nextDouble(), random.nextDouble());
      below += FisherMethod.combined(three) < 0.1 ? 1 : 0;
    }

    assertThat((double) below / times).isCloseTo(0.1, within(0.01));
  }
}
