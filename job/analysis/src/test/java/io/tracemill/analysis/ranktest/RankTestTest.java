package io.tracemill.analysis.ranktest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.apache.commons.math3.stat.ranking.NaturalRanking;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankTestTest {
  @Property(tries = 500)
  void agreesWithAverageRanksAndComparingAllPairs(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 6) Integer> some,
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 6) Integer> others) {
    long[] before = some.stream().mapToLong(i -> i).toArray();
    long[] after = others.stream().mapToLong(i -> i).toArray();

    RankTest test = RankTest.of(before, after);

    assertThat(test.slower()).isCloseTo(slower(before, after), within(1e-12));
    assertThat(test.pValue()).isCloseTo(pValue(before, after), within(1e-9));
  }

  private static double slower(long[] before, long[] after) {
    double pairs = 0;
    for (long one : before) {
      for (long other : after) {
        pairs += other > one ? 1 : other == one ? 0.5 : 0;
      }
    }
    return pairs / before.length / after.length;
  }

  /** The variance of rank sums is that of drawing without replacement from the average ranks. */
  private static double pValue(long[] before, long[] after) {
    double[] ranks =
        new NaturalRanking()
            .rank(
                LongStream.concat(Arrays.stream(before), Arrays.stream(after))
                    .asDoubleStream()
                    .toArray());
    double mean = (ranks.length + 1) / 2.0;
    double squares = Arrays.stream(ranks).map(rank -> (rank - mean) * (rank - mean)).sum();
    double deviation =
        Math.sqrt(squares * before.length * after.length / ranks.length / (ranks.length - 1.0));
    double sum = Arrays.stream(ranks, 0, before.length).sum();
    double distance = Math.max(0, Math.abs(sum - before.length * mean) - 0.5);
    return deviation == 0
        ? 1
        : 2 * new NormalDistribution(null, 0, 1).cumulativeProbability(-distance / deviation);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 50, 1_000_000})
  void falsePositivesAreAtMostAsFrequentAsTheLevel(int values) {
    Random random = new Random(values);
    int tests = 4_000;
    int called = 0;
    for (int i = 0; i < tests; i++) {
      long[] before = sample(60, () -> random.nextInt(values));
      long[] after = sample(25, () -> random.nextInt(values));
      called += RankTest.of(before, after).pValue() <= 0.05 ? 1 : 0;
    }

    // At most 0.05 plus three standard deviations; a test that finds nothing fails, too.
    assertThat((double) called / tests).isBetween(0.03, 0.0604);
  }

  @Test
  void tiesDoNotHideAChangeUnlikeInCommonsMath() {
    long[] before = new long[100];
    long[] after = new long[100];
    Arrays.fill(after, 0, 6, 1);

    assertThat(RankTest.of(before, after).pValue()).isLessThan(0.02);
    assertThat(
            new MannWhitneyUTest()
                .mannWhitneyUTest(
                    Arrays.stream(before).asDoubleStream().toArray(),
                    Arrays.stream(after).asDoubleStream().toArray()))
        .isGreaterThan(0.4);
  }

  @Test
  void anEmptySampleOrEqualValuesShowNothing() {
    assertThat(RankTest.of(new long[0], new long[] {1})).isEqualTo(new RankTest(0, 1, 0.5, 1));
    assertThat(RankTest.of(new long[] {3, 3}, new long[] {3}))
        .isEqualTo(new RankTest(2, 1, 0.5, 1));
  }

  @Test
  void samplesMayBeLarge() {
    Random random = new Random(1);
    long[] before = sample(200_000, () -> 1_000 + (long) (100 * random.nextGaussian()));
    long[] after = sample(200_000, () -> 1_002 + (long) (100 * random.nextGaussian()));

    RankTest test = RankTest.of(before, after);

    assertThat(test.slower()).isCloseTo(0.5056, within(0.003));
    assertThat(test.pValue()).isLessThan(1e-4);
  }

  private static long[] sample(int size, LongSupplier values) {
    return LongStream.generate(values).limit(size).toArray();
  }
}
