package io.tracemill.analysis.statistics;

/**
 * How often something happened in so many trials: requests of a category among those of its
 * endpoint, parent calls that make a child call, or, for rates, child calls of parent calls.
 *
 * @param hits how often it happened; more than {@code trials} only where one trial can have several
 * @param trials how often it could have happened
 */
public record Tally(long hits, long trials) {
  public static final Tally NONE = new Tally(0, 0);

  public Tally {
    if (hits < 0 || trials < 0 || (trials == 0 && hits > 0)) {
      throw new IllegalArgumentException(hits + " hits of " + trials + " trials");
    }
  }

  public Tally plus(Tally other) {
    return new Tally(hits + other.hits, trials + other.trials);
  }

  /** Hits per trial; 0 without trials. */
  public double ratio() {
    return trials == 0 ? 0 : (double) hits / trials;
  }

  /**
   * How many hits more there are than the baseline's ratio makes of these trials; negative when
   * fewer. Spectroscope's SM_THRESHOLD (section 5.2) is a bound on it; there both periods have the
   * same load.
   */
  public double excessOver(Tally baseline) {
    return hits - trials * baseline.ratio();
  }

  long misses() {
    if (hits > trials) {
      throw new IllegalArgumentException(hits + " hits of " + trials + " trials are no share");
    }
    return trials - hits;
  }
}
