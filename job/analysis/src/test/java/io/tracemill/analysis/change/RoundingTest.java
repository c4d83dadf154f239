package io.tracemill.analysis.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

class RoundingTest {
  @Property
  void eachValueGoesDownOrUpAndTheSumIsKept(@ForAll("values") List<BigFraction> values) {
    BigFraction sum = values.stream().reduce(BigFraction.ZERO, BigFraction::add);

    long[] rounded = Rounding.toSum(Rounding.nearest(sum), values);

    long total = 0;
    for (int i = 0; i < rounded.length; i++) {
      total += rounded[i];
      assertThat(values.get(i).subtract(rounded[i]).abs()).isLessThan(BigFraction.ONE);
    }
    assertThat(total).isEqualTo(Rounding.nearest(sum));
  }

  @Property
  void quotientsAreRoundedAsFractionsAre(
      @ForAll List<@LongRange(min = -1_000_000, max = 1_000_000) Long> dividends,
      @ForAll @LongRange(min = 1, max = 1000) long divisor) {
    List<BigInteger> wholes = dividends.stream().map(BigInteger::valueOf).toList();
    List<BigFraction> quotients =
        wholes.stream().map(whole -> new BigFraction(whole, BigInteger.valueOf(divisor))).toList();
    long total = Rounding.nearest(quotients.stream().reduce(BigFraction.ZERO, BigFraction::add));

    assertThat(Rounding.toSum(total, wholes, BigInteger.valueOf(divisor)))
        .containsExactly(Rounding.toSum(total, quotients));
  }

  @Test
  void theLargestRemaindersGoUpAndOfEqualOnesTheFirst() {
    List<BigFraction> values =
        List.of(
            new BigFraction(1, 4),
            new BigFraction(-1, 2),
            new BigFraction(1, 2),
            new BigFraction(3, 4));
    assertThat(Rounding.toSum(1, values)).containsExactly(0, 0, 0, 1);
  }

  @Test
  void aTotalThatIsTooFarAwayIsRefused() {
    assertThatThrownBy(() -> Rounding.toSum(3, List.of(BigFraction.ONE_HALF)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("3");
  }

  @Provide
  Arbitrary<List<BigFraction>> values() {
    return Combinators.combine(
            Arbitraries.longs().between(-1_000_000_000_000L, 1_000_000_000_000L),
            Arbitraries.longs().between(1, 1000))
        .as((numerator, denominator) -> new BigFraction(numerator).divide(denominator))
        .list()
        .ofMaxSize(20);
  }
}
