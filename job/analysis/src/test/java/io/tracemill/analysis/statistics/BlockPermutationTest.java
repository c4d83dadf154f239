package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.statistics.Traffic.Ties;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BlockPermutationTest {

  @Property(tries = 50)
  void slidesOfOneRequestAreDealtLikeRequests(
      @ForAll @Size(5) List<@IntRange(max = 5) Integer> first,
      @ForAll @Size(6) List<@IntRange(max = 5) Integer> second) {
    TestResult slides = BlockPermutation.test(alone(first), alone(second));

    TestResult requests =
        KolmogorovSmirnov.test(
            BinnedSample.pooled(alone(first)), BinnedSample.pooled(alone(second)));
    assertThat(slides.p()).isEqualTo(requests.p(), within(1e-9));
    assertThat(slides.attainable()).isEqualTo(1.0 / 462, within(1e-12));
  }

  @Test
  void equalCohortsHaveEqualResults() {
    Traffic traffic = new Traffic(Ties.HEAVY, 0.3, 0.1);
    List<BinnedSample> first = traffic.slides(new Random(1), 10, 5);
    List<BinnedSample> second = traffic.slides(new Random(2), 20, 5);

    assertThat(BlockPermutation.test(first, second))
        .isEqualTo(BlockPermutation.test(first, second));
  }

  @Test
  void aSlowerCohortIsFarFromAllDeals() {
    Traffic traffic = new Traffic(Ties.CONTINUOUS, 0.6, 0.1);
    List<BinnedSample> usual = traffic.slides(new Random(1), 20, 5);
    List<BinnedSample> slow = Comparison.later(traffic.slides(new Random(2), 10, 5), 30_000_000);

    TestResult result = BlockPermutation.test(slow, usual);

    assertThat(result.p()).isEqualTo(1.0 / BlockPermutation.DEALS);
    assertThat(result.attainable()).isEqualTo(result.p());
  }

  @Test
  void fewSlidesAreNotTested() {
    List<BinnedSample> few = alone(List.of(1, 2, 3, 4));

    assertThatThrownBy(() -> BlockPermutation.test(few, few)).hasMessage("slides: 4, 4");
  }

  private static List<BinnedSample> alone(List<Integer> values) {
    return values.stream().map(value -> BinnedSample.ofValues(value)).toList();
  }
}
