package io.tracemill.analysis.ranktest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FalseDiscoveriesTest {
  @Test
  void moreTestsGiveFewerDiscoveries() {
    assertThat(FalseDiscoveries.largest(new double[] {0.009}, 0.01)).isEqualTo(0.009);
    assertThat(FalseDiscoveries.largest(new double[] {0.009, 0.5}, 0.01)).isNegative();
    assertThat(FalseDiscoveries.largest(new double[] {0.009, 0.008}, 0.01)).isEqualTo(0.009);
    assertThat(FalseDiscoveries.largest(new double[] {}, 0.01)).isNegative();
  }

  /** {@code q(p) = min over thresholds t >= p of t * tests / (tests with a p-value up to t)}. */
  @Property(tries = 200)
  void qValuesEqualTheirDefinition(@ForAll List<@DoubleRange(max = 1) Double> some) {
    double[] pValues = some.stream().mapToDouble(p -> p).toArray();

    double[] qValues = FalseDiscoveries.qValues(pValues);

    for (int i = 0; i < pValues.length; i++) {
      double p = pValues[i];
      double least =
          Arrays.stream(pValues)
              .filter(t -> t >= p)
              .map(t -> t * pValues.length / Arrays.stream(pValues).filter(x -> x <= t).count())
              .min()
              .orElseThrow();
      assertThat(qValues[i]).isCloseTo(Math.min(1, least), Offset.offset(1e-12));
    }
  }
}
