package io.tracemill.analysis.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How many correlated requests are worth one independent one (Kish, Survey Sampling, 1965): the
 * variance that a statistic has between windows, over that which it would have if requests were
 * dealt to windows at random.
 *
 * <p>For a window j of N_j of N requests, let T_j be the sum of its requests' scores, centred so
 * that all N add up to zero, and S the sum of their squares. Dealt at random, T_j has the variance
 * {@code S N_j (N - N_j) / (N (N - 1))}. The factor is the sum of all T_j^2 over the sum of those
 * variances, and at least 1. Windows overlap: each slide starts one (Kuensch's moving blocks,
 * 1989), which makes most of few slides. Correlation between windows is not seen, so a window
 * should be as long as the shorter cohort, or long against the time that correlation lasts.
 *
 * @param factor what to divide sizes by, at least 1
 * @param windowSize the mean requests of a window, weighted by requests, for which the factor holds
 * @param degreesOfFreedom how certain the factor is: as much as a variance of so many plus one
 *     independent values; infinite when it is known
 */
public record DesignEffect(double factor, double windowSize, double degreesOfFreedom) {
  /** Requests are independent. */
  public static final DesignEffect NONE = new DesignEffect(1, 1, Double.POSITIVE_INFINITY);

  /**
   * What to go by where nothing is known of how much varies: as little certainty as two slides
   * give, so that next to no change is beyond chance.
   */
  public static final DesignEffect UNKNOWN = new DesignEffect(1, 1, 1);

  /** With fewer slides there is nothing to measure. */
  private static final int LEAST_SLIDES = 2;

  /** With fewer slides an effect is so uncertain that nothing else should rely on it. */
  public static final int MIN_SLIDES = 6;

  /** Products of two sizes fit a long; no test gets better with more. */
  private static final long LARGEST_SIZE = 1 << 30;

  public DesignEffect {
    if (!(factor >= 1) || !(windowSize >= 0) || !(degreesOfFreedom > 0)) {
      throw new IllegalArgumentException(factor + ", " + windowSize + ", " + degreesOfFreedom);
    }
  }

  /**
   * That of latencies, for {@link KolmogorovSmirnov}. The score of a value is its mid-rank in all
   * slides together. A shift of location, by which load and pauses show, moves mean ranks more than
   * it moves the distribution function at any one point, so the factor is no smaller than the
   * function's own.
   *
   * @param slides the baseline, oldest first, empty slides too
   * @param window slides in a window
   */
  public static Optional<DesignEffect> ofLatencies(List<BinnedSample> slides, int window) {
    return ofLatencies(slides, BinnedSample.pooled(slides), window);
  }

  /**
   * The same where all of them have been pooled already.
   *
   * @param all of {@code slides}, pooled
   */
  public static Optional<DesignEffect> ofLatencies(
      List<BinnedSample> slides, BinnedSample all, int window) {
    int[] axis = all.bins();
    long[] pooled = all.countsIn(axis);
    double[] scores = RankSum.midRanks(pooled);
    double[] sums = new double[slides.size()];
    double[] sizes = new double[slides.size()];
    for (int slide = 0; slide < sums.length; slide++) {
      sizes[slide] = slides.get(slide).size();
      sums[slide] = slides.get(slide).sumOf(axis, scores);
    }
    double[] squares = Arrays.stream(scores).map(score -> score * score).toArray();
    double variance = dot(pooled, squares) / Math.max(1, all.size() - 1);
    return of(sums, sizes, variance, window);
  }

  /**
   * That of a share, for {@link ShareTest}: the dispersion of the quasi-binomial model. The score
   * of a trial is whether it was a hit.
   *
   * @param slides the baseline, oldest first, empty slides too
   * @param window slides in a window
   */
  public static Optional<DesignEffect> ofShares(List<Tally> slides, int window) {
    Tally all = slides.stream().reduce(Tally.NONE, Tally::plus);
    double unit = all.hits() * (1 - all.ratio()) / Math.max(1, all.trials() - 1);
    return ofTallies(slides, all, unit, window);
  }

  private static Optional<DesignEffect> ofTallies(
      List<Tally> slides, Tally all, double variance, int window) {
    double[] sums = slides.stream().mapToDouble(s -> s.hits() - s.trials() * all.ratio()).toArray();
    double[] sizes = slides.stream().mapToDouble(Tally::trials).toArray();
    return of(sums, sizes, variance, window);
  }

  /** {@code variance} is that of one request's score. */
  private static Optional<DesignEffect> of(
      double[] sums, double[] sizes, double variance, int window) {
    if (window < 1) {
      throw new IllegalArgumentException("window: " + window);
    }
    int slides = sums.length;
    double total = Arrays.stream(sizes).sum();
    if (slides < LEAST_SLIDES * window || total == 0) {
      return Optional.empty();
    }
    double found = 0;
    double expected = 0;
    double requests = 0;
    double squaredRequests = 0;
    for (int from = 0; from + window <= slides; from++) {
      double sum = Arrays.stream(sums, from, from + window).sum();
      double size = Arrays.stream(sizes, from, from + window).sum();
      found += sum * sum;
      expected += variance * size * (total - size) / total;
      requests += size;
      squaredRequests += size * size;
    }
    double freedom = requests * requests / squaredRequests * perWindow(slides, window) - 1;
    return Optional.of(
        new DesignEffect(
            expected > 0 ? Math.max(1, found / expected) : 1,
            squaredRequests / requests,
            Math.max(1, freedom)));
  }

  /**
   * How many independent windows one of the overlapping windows stands for: the variance of their
   * mean square is (2w^2 + 1)/(3w) times that of as many independent slides.
   */
  private static double perWindow(double slides, double window) {
    return slides / (slides - window + 1) * 3 * window / (2 * window * window + 1);
  }

  /**
   * The same correlation at another load. What makes requests alike is the time they share, so of
   * more requests in a window each is worth less: {@code 1 + (windowSize - 1) x correlation}.
   *
   * @param requestsPerWindow how many requests of a cohort a window holds
   */
  public DesignEffect atLoad(double requestsPerWindow) {
    double correlation = windowSize > 1 ? (factor - 1) / (windowSize - 1) : 0;
    return new DesignEffect(
        1 + Math.max(0, requestsPerWindow - 1) * correlation, requestsPerWindow, degreesOfFreedom);
  }

  /**
   * What the blocks of two cohorts tell together, each varying around its own mean, as in Student's
   * test of two samples: the mean of both, weighted by how certain they are. The other one counts
   * for no more than this one, however many blocks it has.
   */
  public DesignEffect pooledWith(DesignEffect other) {
    double others = Math.min(degreesOfFreedom, other.degreesOfFreedom);
    double freedom = degreesOfFreedom + others;
    double part = others / freedom;
    return new DesignEffect(
        factor + part * (other.factor - factor),
        windowSize + part * (other.windowSize - windowSize),
        freedom);
  }

  /** The degrees of freedom of a test that relies on both. */
  double freedomWith(DesignEffect other) {
    return Math.min(degreesOfFreedom, other.degreesOfFreedom);
  }

  /** How many independent requests so many are worth, rounded down, from 1 to a billion. */
  long effectiveSize(long requests) {
    return Math.min(LARGEST_SIZE, Math.max(1, (long) (requests / factor)));
  }

  private static double dot(long[] counts, double[] scores) {
    double sum = 0;
    for (int bin = 0; bin < counts.length; bin++) {
      sum += counts[bin] * scores[bin];
    }
    return sum;
  }
}
