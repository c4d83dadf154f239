package io.tracemill.analysis.layer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;

/**
 * Count, sum, mean and standard deviation of durations, exact but for the last rounding.
 *
 * @param count how many
 * @param sumNanos their sum
 * @param squares the sum of their squares
 */
public record Moments(long count, long sumNanos, BigInteger squares) {
  /** The moments of no durations. */
  public static final Moments NONE = new Moments(0, 0, BigInteger.ZERO);

  static Moments of(long count, long sumNanos, long squaresHigh, long squaresLow) {
    byte[] low = ByteBuffer.allocate(Long.BYTES).putLong(squaresLow).array();
    return new Moments(
        count,
        sumNanos,
        BigInteger.valueOf(squaresHigh).shiftLeft(Long.SIZE).add(new BigInteger(1, low)));
  }

  /** The moments of both together. */
  public Moments plus(Moments that) {
    return new Moments(count + that.count, sumNanos + that.sumNanos, squares.add(that.squares));
  }

  /** The mean, nanoseconds; 0 without durations. */
  public double meanNanos() {
    return count == 0 ? 0 : (double) sumNanos / count;
  }

  /** The standard deviation of the durations themselves, nanoseconds; 0 without durations. */
  public double stddevNanos() {
    if (count == 0) {
      return 0;
    }
    BigInteger n = BigInteger.valueOf(count);
    BigInteger sum = BigInteger.valueOf(sumNanos);
    BigInteger variance = n.multiply(squares).subtract(sum.multiply(sum));
    return new BigDecimal(variance).sqrt(MathContext.DECIMAL64).doubleValue() / count;
  }
}
