package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.junit.jupiter.api.Test;

/** Fisher's test, and Benjamini and Hochberg's choice of what is a discovery. */
class SharesTest {
  @Property
  void fishersTestIsTheTailOfTheHypergeometricDistribution(
      @ForAll @IntRange(max = 50) int before,
      @ForAll @IntRange(max = 50) int moreBefore,
      @ForAll @IntRange(max = 50) int after,
      @ForAll @IntRange(min = 1, max = 50) int moreAfter) {
    int allBefore = before + moreBefore;
    int allAfter = after + moreAfter;

    double p = FisherExact.rose(before, allBefore, after, allAfter);

    if ((long) after * allBefore > (long) before * allAfter) {
      HypergeometricDistribution expected =
          new HypergeometricDistribution(null, allBefore + allAfter, before + after, allAfter);
      assertThat(p).isCloseTo(expected.upperCumulativeProbability(after), within(1e-9));
    } else {
      assertThat(p).isEqualTo(1);
    }
  }

  @Test
  void countsMayBeLargerThanInts() {
    long many = 3_000_000_000L;

    // 2.58 standard deviations.
    assertThat(FisherExact.rose(many / 2, many, many / 2 + 100_000, many))
        .isCloseTo(0.0049, within(0.0001));
  }

  @Test
  void ofManyTestsFewerAreDiscoveries() {
    assertThat(BenjaminiHochberg.largestDiscovery(new double[] {0.009}, 0.01)).isEqualTo(0.009);
    assertThat(BenjaminiHochberg.largestDiscovery(new double[] {0.009, 0.5}, 0.01)).isNegative();
    assertThat(BenjaminiHochberg.largestDiscovery(new double[] {0.009, 0.008}, 0.01))
        .isEqualTo(0.009);
    assertThat(BenjaminiHochberg.largestDiscovery(new double[] {}, 0.01)).isNegative();
  }
}
