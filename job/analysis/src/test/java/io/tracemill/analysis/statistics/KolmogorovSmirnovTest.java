package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.profile.LatencySketch;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class KolmogorovSmirnovTest {
  private static final org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest COMMONS =
      new org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest();

  @Property(tries = 300)
  void pIsThePartOfAllDealsThatAreAsFarApart(
      @ForAll("tied") int[] first, @ForAll("tied") int[] second) {
    double[] deals = AllDeals.distances(first, second);

    TestResult result = test(first, second);

    double d = result.statistic();
    assertThat(d).isEqualTo(AllDeals.distance(first, second), within(1e-12));
    assertThat(result.p()).isEqualTo(AllDeals.partOf(deals, x -> x >= d - 1e-12), within(1e-12));
  }

  @Property(tries = 300)
  void attainableIsThePOfTheDealsThatAreFarthestApartOrTwiceThat(
      @ForAll("tied") int[] first, @ForAll("tied") int[] second) {
    double[] deals = AllDeals.distances(first, second);
    double farthest = Arrays.stream(deals).max().orElseThrow();

    // Twice where one deal is farthest apart at two places.
    double least = AllDeals.partOf(deals, x -> x >= farthest - 1e-12);
    assertThat(test(first, second).attainable()).isBetween(least - 1e-12, 2 * least + 1e-12);
  }

  @Property(tries = 200)
  void theSamplesMayChangePlaces(@ForAll("tied") int[] first, @ForAll("tied") int[] second) {
    assertThat(test(first, second)).isEqualTo(test(second, first));
  }

  @Property(tries = 200)
  void fartherApartIsLessProbable(@ForAll("tied") int[] first, @ForAll("tied") int[] second) {
    int[] pooled = IntStream.concat(Arrays.stream(first), Arrays.stream(second)).toArray();
    Arrays.sort(pooled);
    TestResult found = test(first, second);

    TestResult parted =
        test(
            Arrays.copyOf(pooled, first.length),
            Arrays.copyOfRange(pooled, first.length, pooled.length));

    assertThat(parted.p() <= found.p()).isEqualTo(parted.statistic() >= found.statistic() - 1e-12);
  }

  @Property(tries = 100)
  void pIsAProbabilityWhateverTheEffect(
      @ForAll("tied") int[] first, @ForAll("tied") int[] second, @ForAll("effects") double factor) {
    DesignEffect effect = new DesignEffect(factor, 10, 20);

    TestResult result =
        KolmogorovSmirnov.test(
            BinnedSample.ofValues(first), BinnedSample.ofValues(second), effect, effect);

    assertThat(result.p()).isBetween(Double.MIN_NORMAL, 1.0);
    assertThat(result.attainable()).isBetween(Double.MIN_NORMAL, result.p());
  }

  @Property(tries = 300)
  void attainableIsThatOfEachTestUnlessItFoundLess(
      @ForAll("tied") int[] first, @ForAll("tied") int[] second, @ForAll("effects") double factor) {
    BinnedSample a = BinnedSample.ofValues(first);
    BinnedSample b = BinnedSample.ofValues(second);
    DesignEffect other = new DesignEffect(1, 1, 7);
    for (DesignEffect effect : List.of(DesignEffect.NONE, new DesignEffect(factor, 10, 20))) {
      double attainable = KolmogorovSmirnov.attainable(a, b, effect, other);

      assertThat(
              List.of(
                  KolmogorovSmirnov.test(a, b, effect, other),
                  KolmogorovSmirnov.larger(a, b, effect, other),
                  KolmogorovSmirnov.larger(b, a, other, effect)))
          .allSatisfy(
              result ->
                  assertThat(result.attainable()).isEqualTo(Math.min(result.p(), attainable)));
    }
  }

  @Test
  void fiveAgainstFiveAllApartIsTwoDealsOf252() {
    TestResult result = test(range(0, 5), range(5, 10));

    assertThat(result.statistic()).isEqualTo(1);
    assertThat(result.p()).isEqualTo(2.0 / 252, within(1e-15));
    assertThat(result.attainable()).isEqualTo(result.p(), within(1e-15));
  }

  @Test
  void distinctValuesAgreeWithTheCountOfCommonsMath() {
    int[] first = range(0, 9);
    for (int shift = 1; shift < 12; shift += 2) {
      int from = shift;
      int[] second = IntStream.range(0, 14).map(i -> 2 * i + 1 + 2 * from).toArray();
      int[] even = Arrays.stream(first).map(i -> 2 * i).toArray();

      TestResult result = test(even, second);

      assertThat(result.p())
          .isEqualTo(COMMONS.exactP(result.statistic(), 9, 14, false), within(1e-9));
    }
  }

  @Test
  void smallProbabilitiesAreNotLost() {
    // Two of the C(600, 300) deals, which is 1.35e179.
    assertThat(test(range(0, 300), range(300, 600)).p()).isBetween(1.4e-179, 1.6e-179);
    assertThat(test(range(0, 5_000), range(5_000, 10_000)).p()).isEqualTo(Double.MIN_NORMAL);
  }

  @Test
  void theLimitIsKolmogorovs() {
    for (double lambda = 0.3; lambda < 3; lambda += 0.1) {
      assertThat(KolmogorovSmirnov.limitTail(lambda))
          .isEqualTo(1 - COMMONS.ksSum(lambda, 1e-15, 1_000), within(1e-12));
    }
    assertThat(KolmogorovSmirnov.limitTail(0)).isEqualTo(1);
    assertThat(KolmogorovSmirnov.limitTail(1.6276)).isEqualTo(0.01, within(1e-5));
  }

  @Test
  void whereTheExactPEndsTheLimitIsALittleLarger() {
    int[] first = IntStream.range(0, 700).map(i -> 40 * i).toArray();
    for (int shift = 1_000; shift <= 2_800; shift += 300) {
      int by = shift;
      int[] second = IntStream.range(0, 1_400).map(i -> 20 * i + 1 + by).toArray();

      TestResult exact = test(first, second);
      double limit =
          KolmogorovSmirnov.limitTail(exact.statistic() * Math.sqrt(700.0 * 1_400 / 2_100));

      assertThat(limit / exact.p()).isBetween(1.0, 1.25);
    }
  }

  @Test
  void hugeSamplesCostNothing() {
    LatencySketch usual = new LatencySketch();
    LatencySketch slow = new LatencySketch();
    for (long i = 0; i < 100; i++) {
      usual.add(1_000_000 + 10_000 * i, 3_000_000);
      slow.add(1_000_000 + 10_010 * i, 250_000);
    }

    assertThat(KolmogorovSmirnov.test(BinnedSample.of(slow), BinnedSample.of(usual)).p())
        .isLessThan(1e-6);
    assertThat(KolmogorovSmirnov.test(BinnedSample.of(usual), BinnedSample.of(usual)).p())
        .isEqualTo(1);
  }

  @Test
  void aRareValueThatBecomesThreeTimesAsFrequentIsFoundAmongMany() {
    BinnedSample usual = rareValues(200, 20_000);
    BinnedSample more = rareValues(60, 2_000);

    // Fisher's test of the same counts, and the other tail.
    double share =
        ShareTest.rose(
                new Tally(60, 2_000), new Tally(200, 20_000), DesignEffect.NONE, DesignEffect.NONE)
            .p();
    assertThat(KolmogorovSmirnov.test(more, usual).p()).isBetween(share * (1 - 1e-9), 2 * share);
  }

  private static BinnedSample rareValues(int rare, int all) {
    return BinnedSample.ofValues(IntStream.range(0, all).map(i -> i < rare ? 1 : 0).toArray());
  }

  @Test
  void aDesignEffectMakesLessOfTheSameDistance() {
    BinnedSample first = BinnedSample.ofValues(range(0, 40));
    BinnedSample second = BinnedSample.ofValues(range(20, 120));
    DesignEffect known = new DesignEffect(4, 10, Double.POSITIVE_INFINITY);
    DesignEffect estimated = new DesignEffect(4, 10, 12);

    double plain = KolmogorovSmirnov.test(first, second).p();
    double fewer = KolmogorovSmirnov.test(first, second, known, known).p();
    double unsure = KolmogorovSmirnov.test(first, second, estimated, estimated).p();

    assertThat(plain).isLessThan(fewer / 100);
    assertThat(fewer).isLessThan(unsure / 2);
  }

  @Test
  void whatFewEffectiveRequestsCannotShowIsNoProof() {
    int[] oneInTen = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    BinnedSample first =
        BinnedSample.pooled(Collections.nCopies(20, BinnedSample.ofValues(oneInTen)));
    BinnedSample second = BinnedSample.ofValues(new int[2_000]);
    DesignEffect effect = new DesignEffect(60, 100, Double.POSITIVE_INFINITY);

    TestResult result = KolmogorovSmirnov.test(first, second, effect, effect);

    // A tenth of the three that the first is worth is none.
    assertThat(result.statistic()).isEqualTo(0.1, within(1e-12));
    assertThat(result.p()).isEqualTo(1);
    assertThat(result.attainable()).isEqualTo(1);
  }

  @Test
  void nothingIsNotTested() {
    assertThatThrownBy(() -> test(new int[0], range(0, 3))).hasMessage("sizes: 0, 3");
  }

  @Test
  void theBinsOfSketchesAreTies() {
    LatencySketch sketch = new LatencySketch();
    sketch.add(0, 3);
    sketch.add(5_000_000, 2);
    sketch.add(9_000_000);

    BinnedSample sample = BinnedSample.of(sketch);

    assertThat(sample.size()).isEqualTo(6);
    assertThat(BinnedSample.pooled(List.of(sample, sample)).size()).isEqualTo(12);
    assertThat(sample.countsIn(sample.bins())).containsExactly(3, 2, 1);
  }

  private static int[] range(int from, int to) {
    return IntStream.range(from, to).toArray();
  }

  private static TestResult test(int[] first, int[] second) {
    return KolmogorovSmirnov.test(BinnedSample.ofValues(first), BinnedSample.ofValues(second));
  }

  @Provide
  Arbitrary<int[]> tied() {
    return Arbitraries.integers()
        .between(1, 12)
        .flatMap(
            values ->
                Arbitraries.integers()
                    .between(1, values)
                    .array(int[].class)
                    .ofMinSize(1)
                    .ofMaxSize(6));
  }

  @Provide
  Arbitrary<Double> effects() {
    return Arbitraries.doubles().between(1, 20);
  }
}
