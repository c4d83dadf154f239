package io.tracemill.analysis.sums;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class HistogramTest {
  private static int[] dense(long seed) {
    Random random = new Random(seed);
    int[] dense = new int[DurationScale.BINS];
    for (int i = 0; i < 30; i++) {
      dense[random.nextInt(dense.length)] += random.nextInt(5);
    }
    return dense;
  }

  @Property(tries = 100)
  void itHoldsWhatItWasMadeOf(@ForAll long seed) {
    int[] dense = dense(seed);
    double[] back = new double[DurationScale.BINS];
    Histogram.of(dense).addTo(back);

    assertThat(back).isEqualTo(Arrays.stream(dense).asDoubleStream().toArray());
    assertThat(Histogram.of(dense).count()).isEqualTo(Arrays.stream(dense).sum());
    assertThat(Histogram.of(dense).counts()).doesNotContain(0);
  }

  @Property(tries = 100)
  void sumsAddUpBinByBinInAnyOrder(@ForAll long one, @ForAll long other, @ForAll long third) {
    Histogram a = Histogram.of(dense(one));
    Histogram b = Histogram.of(dense(other));
    Histogram c = Histogram.of(dense(third));
    int[] expected = dense(one);
    int[] others = dense(other);
    Arrays.setAll(expected, bin -> expected[bin] + others[bin]);

    assertThat(a.plus(b)).isEqualTo(Histogram.of(expected)).isEqualTo(b.plus(a));
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(a.plus(Histogram.EMPTY)).isEqualTo(a).hasSameHashCodeAs(a);
  }
}
