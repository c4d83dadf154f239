package io.tracemill.analysis.change;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/** From exact fractions to whole numbers. */
final class Rounding {
  private Rounding() {}

  /** The nearest whole number, halves up. */
  static long nearest(BigFraction value) {
    return floor(value.add(BigFraction.ONE_HALF)).longValueExact();
  }

  /**
   * Rounds each value down or up such that all add up to {@code total} (the method of the largest
   * remainder). Of equal remainders the first goes up.
   *
   * @param total differs from the exact sum by less than one
   */
  static long[] toSum(long total, List<BigFraction> values) {
    BigInteger[] rounded = values.stream().map(Rounding::floor).toArray(BigInteger[]::new);
    List<BigFraction> remainders =
        IntStream.range(0, rounded.length)
            .mapToObj(i -> values.get(i).subtract(new BigFraction(rounded[i])))
            .toList();
    return toSum(total, rounded, remainders);
  }

  /** The same of {@code dividends} over a {@code divisor} above zero; fractions cost far more. */
  static long[] toSum(long total, List<BigInteger> dividends, BigInteger divisor) {
    BigInteger[] rounded = new BigInteger[dividends.size()];
    List<BigInteger> remainders = new ArrayList<>();
    for (BigInteger dividend : dividends) {
      BigInteger remainder = dividend.mod(divisor);
      rounded[remainders.size()] = dividend.subtract(remainder).divide(divisor);
      remainders.add(remainder);
    }
    return toSum(total, rounded, remainders);
  }

  private static <T extends Comparable<T>> long[] toSum(
      long total, BigInteger[] rounded, List<T> remainders) {
    BigInteger sum = Arrays.stream(rounded).reduce(BigInteger.ZERO, BigInteger::add);
    int missing = BigInteger.valueOf(total).subtract(sum).intValueExact();
    if (missing < 0 || missing > rounded.length) {
      throw new IllegalStateException(
          rounded.length + " values, " + sum + " rounded down, do not add up to " + total);
    }
    IntStream.range(0, rounded.length)
        .boxed()
        .sorted(Comparator.<Integer, T>comparing(remainders::get).reversed())
        .limit(missing)
        .forEach(i -> rounded[i] = rounded[i].add(BigInteger.ONE));
    return Arrays.stream(rounded).mapToLong(BigInteger::longValueExact).toArray();
  }

  private static BigInteger floor(BigFraction value) {
    BigInteger[] parts = value.getNumerator().divideAndRemainder(value.getDenominator());
    return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }
}
