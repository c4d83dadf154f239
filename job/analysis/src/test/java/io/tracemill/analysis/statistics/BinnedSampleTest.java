package io.tracemill.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class BinnedSampleTest {
  @Property
  void pooledSamplesAreTheSampleOfAllTheirValues(
      @ForAll @Size(max = 6) List<@Size(max = 9) List<@IntRange(max = 20) Integer>> samples) {
    BinnedSample all = of(samples.stream().flatMap(List::stream).toList());

    BinnedSample pooled = BinnedSample.pooled(samples.stream().map(BinnedSampleTest::of).toList());

    assertThat(pooled.size()).isEqualTo(all.size());
    assertThat(pooled.bins()).containsExactly(all.bins());
    assertThat(pooled.countsIn(pooled.bins())).containsExactly(all.countsIn(all.bins()));
  }

  @Property
  void valuesWeighWhatTheirBinsDo(@ForAll List<@IntRange(max = 9) Integer> values) {
    int[] axis = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    double[] weights = Arrays.stream(axis).asDoubleStream().toArray();
    double sum = values.stream().mapToInt(Integer::intValue).sum();

    assertThat(of(values).sumOf(axis, weights)).isEqualTo(sum);
  }

  private static BinnedSample of(List<Integer> values) {
    return BinnedSample.ofValues(values.stream().mapToInt(Integer::intValue).toArray());
  }
}
