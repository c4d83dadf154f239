package io.tracemill.analysis.sums;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DurationScaleTest {
  @Property
  void aBinHoldsWhatItsDefinitionSays(
      @ForAll @DoubleRange(min = -1, max = 17) double log,
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long floor) {
    double nanos = Math.expm1(log) * floor;
    double exact = Math.log1p(Math.max(nanos, 0) / floor) / DurationScale.WIDTH;

    int bin = new DurationScale(floor).bin(nanos);
    if (bin < DurationScale.BINS - 1) {
      assertThat(exact).isBetween(bin - 1e-9, bin + 1 + 1e-9);
    } else {
      assertThat(exact).isGreaterThan(bin - 1e-9);
    }
  }

  @Test
  void whatIsTooLongIsInTheLastBin() {
    assertThat(new DurationScale(1).bin(Double.MAX_VALUE)).isEqualTo(DurationScale.BINS - 1);
    assertThat(new DurationScale(1).bin(-5)).isZero();
  }

  @Test
  void theMiddleOfABinIsInIt() {
    DurationScale scale = new DurationScale(1_000_000);
    for (int bin = 0; bin < DurationScale.BINS; bin++) {
      assertThat(scale.bin(scale.nanos(bin))).isEqualTo(bin);
    }
  }
}
