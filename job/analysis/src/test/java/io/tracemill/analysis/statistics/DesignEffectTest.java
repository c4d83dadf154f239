package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.statistics.Traffic.Ties;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DesignEffectTest {

  @Test
  void independentRequestsAreWorthThemselves() {
    assertThat(meanFactor(Traffic.independent(Ties.CONTINUOUS), 20, 1)).isBetween(1.0, 1.15);
    assertThat(meanFactor(Traffic.independent(Ties.TWO_VALUES), 20, 5)).isBetween(1.0, 1.25);
  }

  @Test
  void memoryOfTheRequestBeforeMakesFourOfOne() {
    // The variance of a mean of AR(1) is (1 + r) / (1 - r) times that of independent values; ranks
    // remember a little less.
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.6, 0);

    assertThat(meanFactor(traffic, 40, 1)).isBetween(3.2, 4.0);
    assertThat(meanFactor(traffic, 40, 5)).isBetween(3.4, 4.2);
  }

  @Test
  void memoryThatOutlastsASlideNeedsWindows() {
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.6, 0);

    assertThat(meanFactor(traffic, 1, 1)).isEqualTo(1, within(1e-9));
    assertThat(meanFactor(traffic, 1, 5)).isBetween(2.2, 2.8);
  }

  @Test
  void whatASlideSharesWeighsMoreAtMoreLoad() {
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0, 0.2);
    Random random = new Random(1);
    DesignEffect atTen = DesignEffect.ofLatencies(traffic.slides(random, 600, 10), 1).orElseThrow();
    DesignEffect atForty =
        DesignEffect.ofLatencies(traffic.slides(random, 600, 40), 1).orElseThrow();

    assertThat(atTen.atLoad(40).factor()).isEqualTo(atForty.factor(), within(1.2));
    assertThat(atTen.factor()).isLessThan(atForty.factor() / 2);
    assertThat(atTen.windowSize()).isEqualTo(10);
    assertThat(atTen.atLoad(0.5).factor()).isEqualTo(1);
  }

  @Property
  void latenciesOfTwoValuesAreAShare(
      @ForAll @Size(min = 6, max = 30) List<@IntRange(max = 9) Integer> hits,
      @ForAll @IntRange(min = 1, max = 3) int window) {
    List<BinnedSample> latencies =
        hits.stream()
            .map(
                k -> BinnedSample.ofValues(IntStream.range(0, 9).map(i -> i < k ? 1 : 0).toArray()))
            .toList();
    List<Tally> shares = hits.stream().map(k -> new Tally(k, 9)).toList();

    DesignEffect ofLatencies = DesignEffect.ofLatencies(latencies, window).orElseThrow();
    DesignEffect ofShares = DesignEffect.ofShares(shares, window).orElseThrow();

    assertThat(ofLatencies.factor()).isEqualTo(ofShares.factor(), within(1e-9));
    assertThat(ofLatencies.factor()).isGreaterThanOrEqualTo(1);
    assertThat(ofLatencies.degreesOfFreedom()).isEqualTo(ofShares.degreesOfFreedom());
  }

  @Test
  void moreSlidesAreMoreCertain() {
    assertThat(ofEqualSlides(60, 1).degreesOfFreedom()).isEqualTo(59, within(1e-9));
    // Twelve windows of five stand side by side, but overlapping ones say half as much again.
    assertThat(ofEqualSlides(60, 5).degreesOfFreedom()).isEqualTo(60 * 15 / 51.0 - 1, within(1e-9));
  }

  @Test
  void fewSlidesSayLittleAndOneNothing() {
    List<Tally> slides = List.of(new Tally(0, 9), new Tally(9, 9));

    assertThat(DesignEffect.ofShares(slides, 1))
        .hasValueSatisfying(
            effect -> {
              assertThat(effect.factor()).isGreaterThan(8);
              assertThat(effect.degreesOfFreedom()).isEqualTo(1);
            });
    assertThat(DesignEffect.ofShares(List.of(new Tally(3, 9)), 1)).isEmpty();
    assertThat(DesignEffect.ofShares(Collections.nCopies(9, Tally.NONE), 1)).isEmpty();
    assertThat(DesignEffect.ofShares(Collections.nCopies(9, new Tally(3, 9)), 5)).isEmpty();
  }

  @Test
  void whatAnotherCohortTellsCountsAsMuchAtMost() {
    DesignEffect both = new DesignEffect(1, 10, 5).pooledWith(new DesignEffect(4, 40, 70));

    assertThat(both.factor()).isEqualTo(2.5, within(1e-9));
    assertThat(both.windowSize()).isEqualTo(25, within(1e-9));
    assertThat(both.degreesOfFreedom()).isEqualTo(10);
  }

  @Test
  void aShareOfAllOrNothingDoesNotVary() {
    assertThat(ofEqualSlides(10, 1).factor()).isEqualTo(1);
  }

  private static DesignEffect ofEqualSlides(int slides, int window) {
    return DesignEffect.ofShares(Collections.nCopies(slides, new Tally(9, 9)), window)
        .orElseThrow();
  }

  private static double meanFactor(Traffic traffic, int perSlide, int window) {
    Random random = new Random(9);
    return IntStream.range(0, 100)
        .mapToDouble(
            i ->
                DesignEffect.ofLatencies(traffic.slides(random, 60, perSlide), window)
                    .orElseThrow()
                    .factor())
        .average()
        .orElseThrow();
  }
}
