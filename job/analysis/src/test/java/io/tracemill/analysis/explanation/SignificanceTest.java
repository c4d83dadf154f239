package io.tracemill.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.ranktest.FisherTest;
import io.tracemill.analysis.sketch.LatencySketch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.distribution.HypergeometricDistribution;
import org.junit.jupiter.api.Test;

/** Each test against a slow, obvious one. */
class SignificanceTest {
  @Property(tries = 300)
  void pIsNeverSmallerThanTheExactOne(
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 5) Integer> some,
      @ForAll @Size(min = 1, max = 6) List<@IntRange(max = 5) Integer> others) {
    int[] one = some.stream().mapToInt(i -> i).toArray();
    int[] other = others.stream().mapToInt(i -> i).toArray();
    double distance = distance(one, other);

    assertThat(Significance.distance(sketch(one), sketch(other)))
        .isCloseTo(distance, within(1e-12));
    assertThat(Significance.ofDistance(sketch(one), sketch(other)))
        .isGreaterThanOrEqualTo(exact(one, other, distance));
  }

  @Test
  void samplesApartAreNoChanceFromAFewOn() {
    int[] fast = IntStream.range(0, 8).toArray();
    int[] slow = IntStream.range(10, 18).toArray();

    double p = Significance.ofDistance(sketch(fast), sketch(slow));

    assertThat(exact(fast, slow, 1)).isEqualTo(2.0 / 12870);
    assertThat(p).isCloseTo(Math.exp(1 - 8), within(1e-12)).isLessThan(0.001);
  }

  /** All ways to deal the pooled values to samples of these sizes. */
  private static double exact(int[] one, int[] other, double distance) {
    int[] pooled = IntStream.concat(Arrays.stream(one), Arrays.stream(other)).toArray();
    long deals = 0;
    long asFar = 0;
    for (int deal = 0; deal < 1 << pooled.length; deal++) {
      if (Integer.bitCount(deal) == one.length) {
        deals++;
        asFar += distance(dealt(pooled, deal), dealt(pooled, ~deal)) >= distance - 1e-12 ? 1 : 0;
      }
    }
    return (double) asFar / deals;
  }

  private static int[] dealt(int[] pooled, int deal) {
    return IntStream.range(0, pooled.length)
        .filter(i -> (deal >> i & 1) == 1)
        .map(i -> pooled[i])
        .toArray();
  }

  private static double distance(int[] one, int[] other) {
    return IntStream.concat(Arrays.stream(one), Arrays.stream(other))
        .mapToDouble(x -> Math.abs(partUpTo(one, x) - partUpTo(other, x)))
        .max()
        .orElseThrow();
  }

  private static double partUpTo(int[] sample, int x) {
    return (double) Arrays.stream(sample).filter(value -> value <= x).count() / sample.length;
  }

  /** Values that are far enough apart have bins of their own. */
  private static LatencySketch sketch(int[] values) {
    LatencySketch sketch = new LatencySketch();
    Arrays.stream(values).forEach(value -> sketch.add(1L << value));
    return sketch;
  }

  @Property
  void fishersTestIsTheTailOfTheHypergeometricDistribution(
      @ForAll @IntRange(max = 50) int before,
      @ForAll @IntRange(max = 50) int moreBefore,
      @ForAll @IntRange(max = 50) int after,
      @ForAll @IntRange(min = 1, max = 50) int moreAfter) {
    int allBefore = before + moreBefore;
    int allAfter = after + moreAfter;

    double p = FisherTest.ofRise(before, allBefore, after, allAfter);

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
    assertThat(FisherTest.ofRise(many / 2, many, many / 2 + 100_000, many))
        .isCloseTo(0.0049, within(0.0001));
  }
}
