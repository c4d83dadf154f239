package io.tracemill.analysis.change;

import io.tracemill.analysis.profile.CategoryAccumulator;
import java.math.BigInteger;
import java.util.Collection;
import org.apache.commons.math3.fraction.BigFraction;

/** How many requests there are in some categories, and the exact sum of their response times. */
public record RequestSums(long count, BigInteger latencyNanos) {
  /** The sums of these categories. */
  public static RequestSums of(Collection<CategoryAccumulator> categories) {
    long count = 0;
    BigInteger latencyNanos = BigInteger.ZERO;
    for (CategoryAccumulator category : categories) {
      count += category.count();
      latencyNanos = latencyNanos.add(BigInteger.valueOf(category.latencySumNanos()));
    }
    return new RequestSums(count, latencyNanos);
  }

  /** Whether there is no request. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** {@link #count}, to reckon with. */
  public BigInteger requests() {
    return BigInteger.valueOf(count);
  }

  /** The mean response time; there has to be a request. */
  public BigFraction mean() {
    return new BigFraction(latencyNanos, requests());
  }

  /** Which share of all requests these are. */
  public BigFraction shareOf(RequestSums all) {
    return new BigFraction(requests(), all.requests());
  }
}
