package io.tracemill.analysis.statistics;

/**
 * The two-sample test of Kolmogorov and Smirnov: are two samples of latencies from one distribution
 * (Spectroscope section 5.1)?
 *
 * <p>p is {@code P(D >= d)} over all ways to deal the pooled values, ties and all, to samples of
 * these sizes. Up to {@link #EXACT_UP_TO} it is computed, above it is the smaller of two bounds:
 * Kolmogorov's limit {@code 2 sum (-1)^(k-1) exp(-2 k^2 d^2 nm/(n+m))}, which is close where there
 * are many bins, and the sum of the probabilities of reaching d at each bin's end alone, which is
 * close where there are few or d is large.
 *
 * <p>Implementation notes: values are dealt one at a time, in ascending order. After k of them, i
 * in the first sample, the next goes there with probability (n-i)/(n+m-k). Only where a bin ends
 * does {@code |i/n - (k-i)/m|} count; what reaches d there is taken off and added to p. Nothing is
 * subtracted, so that small p are as accurate as large ones. What remains lies within d of the
 * diagonal: the cost is about 2 d n m steps.
 *
 * <p>Effective sizes, those divided by a design effect, are rounded down, the tie structure shrinks
 * with them, and d is rounded down to one that such samples can have: all three make p larger.
 */
public final class KolmogorovSmirnov {
  /** The largest product of (effective) sizes for which p is exact. */
  public static final long EXACT_UP_TO = 1_000_000;

  /** Products of sizes are whole numbers; what division takes from them is far less than this. */
  private static final double ROUNDING = 1e-6;

  /** At 0.2, where most are needed, the next is 1e-17. */
  private static final int LIMIT_TERMS = 22;

  private final long[] binEnds;

  /** The smaller size; D is the same whichever sample comes first. */
  private final long n;

  private final long m;

  private KolmogorovSmirnov(PairedBins bins, long firstSize, long secondSize) {
    binEnds = bins.binEnds(firstSize, secondSize);
    n = Math.min(firstSize, secondSize);
    m = Math.max(firstSize, secondSize);
  }

  /** Tests two samples of independent values. */
  public static TestResult test(BinnedSample first, BinnedSample second) {
    return test(first, second, DesignEffect.NONE, DesignEffect.NONE);
  }

  /**
   * Tests two samples of correlated values.
   *
   * @param firstEffect what the first sample's size is divided by
   * @param secondEffect what the second sample's size is divided by
   */
  public static TestResult test(
      BinnedSample first,
      BinnedSample second,
      DesignEffect firstEffect,
      DesignEffect secondEffect) {
    PairedBins bins = pair(first, second);
    return test(bins, bins.distance(), first, second, firstEffect, secondEffect);
  }

  /**
   * Tests whether the values of the first of two samples of correlated values are the larger ones:
   * only where the second distribution function exceeds the first are they compared. p is that of
   * two sides, so at most twice what it could be: the side is chosen by what is seen.
   *
   * @param firstEffect what the first sample's size is divided by
   * @param secondEffect what the second sample's size is divided by
   */
  public static TestResult larger(
      BinnedSample first,
      BinnedSample second,
      DesignEffect firstEffect,
      DesignEffect secondEffect) {
    PairedBins bins = pair(first, second);
    return test(bins, bins.excess(), first, second, firstEffect, secondEffect);
  }

  /**
   * The smallest p that these samples could have, whichever values go together. Costs far less than
   * a test.
   */
  public static double attainable(
      BinnedSample first,
      BinnedSample second,
      DesignEffect firstEffect,
      DesignEffect secondEffect) {
    KolmogorovSmirnov test = sized(pair(first, second), first, second, firstEffect, secondEffect);
    return test.attainable(firstEffect.freedomWith(secondEffect));
  }

  private static PairedBins pair(BinnedSample first, BinnedSample second) {
    if (first.size() == 0 || second.size() == 0) {
      throw new IllegalArgumentException("sizes: " + first.size() + ", " + second.size());
    }
    return PairedBins.of(first, second);
  }

  private static TestResult test(
      PairedBins bins,
      double d,
      BinnedSample first,
      BinnedSample second,
      DesignEffect firstEffect,
      DesignEffect secondEffect) {
    KolmogorovSmirnov test = sized(bins, first, second, firstEffect, secondEffect);
    double freedom = firstEffect.freedomWith(secondEffect);
    return new TestResult(
        d, Student.twoSided(test.tail(test.reach(d)), freedom), test.attainable(freedom));
  }

  private static KolmogorovSmirnov sized(
      PairedBins bins,
      BinnedSample first,
      BinnedSample second,
      DesignEffect firstEffect,
      DesignEffect secondEffect) {
    return new KolmogorovSmirnov(
        bins, firstEffect.effectiveSize(first.size()), secondEffect.effectiveSize(second.size()));
  }

  private double attainable(double freedom) {
    return Student.twoSided(tailOfEachEnd(reach(1)), freedom);
  }

  /** The largest value of |i m - (k-i) n| = |i (n+m) - k n| at the end of a bin up to d n m. */
  private long reach(double d) {
    long bound = (long) Math.floor(d * n * m + ROUNDING);
    long all = n + m;
    long reach = 0;
    for (long end : binEnds) {
      long diagonal = end * n;
      long most = Math.min(Math.min(n, end), Math.floorDiv(diagonal + bound, all));
      long least = Math.max(Math.max(0, end - m), -Math.floorDiv(bound - diagonal, all));
      reach = Math.max(reach, Math.max(most * all - diagonal, diagonal - least * all));
    }
    return reach;
  }

  private double tail(long reach) {
    if (reach == 0) {
      return 1;
    }
    return n * m <= EXACT_UP_TO
        ? probabilityOfReaching(reach)
        : Math.min(limitTail(reach / Math.sqrt((double) n * m * (n + m))), tailOfEachEnd(reach));
  }

  /** The sum, over the ends of bins, of the probability of reaching that far there. */
  private double tailOfEachEnd(long reach) {
    long all = n + m;
    double sum = 0;
    long last = 0;
    for (long end : binEnds) {
      if (end > last && reach > 0 && sum < 1) {
        sum += Hypergeometric.atLeast(-Math.floorDiv(-reach - end * n, all), n, end, all);
        sum += Hypergeometric.atLeast(-Math.floorDiv(-reach - end * m, all), m, end, all);
      }
      last = end;
    }
    return reach > 0 ? Math.min(1, sum) : 1;
  }

  /** The probability that |i (n+m) - k n| is {@code reach} or more where some bin ends. */
  private double probabilityOfReaching(long reach) {
    double[] within = new double[(int) n + 2];
    within[0] = 1;
    int low = 0;
    int high = 0;
    long dealt = 0;
    double reached = 0;
    for (long end : binEnds) {
      for (; dealt < end; dealt++) {
        high = (int) Math.min(n, high + 1);
        deal(within, low, high, n + m - dealt);
      }
      while (low <= high && low * (n + m) - dealt * n <= -reach) {
        reached += within[low];
        within[low++] = 0;
      }
      while (high >= low && high * (n + m) - dealt * n >= reach) {
        reached += within[high];
        within[high--] = 0;
      }
    }
    return reached;
  }

  /** Deals one of {@code left} values: to the first sample with the chance its free places give. */
  private void deal(double[] within, int low, int high, long left) {
    double each = 1.0 / left;
    double below = within[low];
    within[low] = below * stays(low, left) * each;
    for (int i = low + 1; i <= high; i++) {
      double here = within[i];
      within[i] = (here * stays(i, left) + below * (n - i + 1)) * each;
      below = here;
    }
  }

  /** How many of the values that are left are for the second sample. */
  private long stays(int i, long left) {
    return Math.max(0, left - (n - i));
  }

  /** Kolmogorov's limit; below 0.2 it is 1 in all digits. */
  static double limitTail(double lambda) {
    if (lambda < 0.2) {
      return 1;
    }
    double sum = 0;
    for (int k = LIMIT_TERMS; k >= 1; k--) {
      double term = Math.exp(-2.0 * k * k * lambda * lambda);
      sum += k % 2 == 1 ? term : -term;
    }
    return Math.min(1, 2 * sum);
  }
}
