package io.tracemill.analysis.statistics;

/**
 * Did a share rise, or fall, by more than chance: that of a category in its endpoint's requests
 * (semantics section 8), or of the parent calls that make a child call?
 *
 * <p>Fisher's exact test, one-sided, on counts divided by the design effect: given how many hits
 * both cohorts have, p is the probability that the problem cohort has as many of them or more. For
 * large counts that is the test of the quasi-binomial model; unlike it, it keeps its promise for
 * rare categories. Divided counts are rounded against the finding.
 */
public final class ShareTest {
  private ShareTest() {}

  /**
   * Is the problem cohort's share larger? The statistic is the {@link Tally#excessOver excess}.
   *
   * @param problemEffect what the problem cohort's counts are divided by
   * @param baselineEffect what the baseline's counts are divided by
   */
  public static TestResult rose(
      Tally problem, Tally baseline, DesignEffect problemEffect, DesignEffect baselineEffect) {
    long hits = (long) Math.floor(problem.hits() / problemEffect.factor());
    long misses = (long) Math.ceil(problem.misses() / problemEffect.factor());
    long otherHits = (long) Math.ceil(baseline.hits() / baselineEffect.factor());
    long otherMisses = (long) Math.floor(baseline.misses() / baselineEffect.factor());

    long drawn = hits + misses;
    long marked = hits + otherHits;
    long all = drawn + otherHits + otherMisses;
    double freedom = problemEffect.freedomWith(baselineEffect);
    return new TestResult(
        problem.excessOver(baseline),
        Student.oneSided(Hypergeometric.atLeast(hits, drawn, marked, all), freedom),
        Student.oneSided(
            Hypergeometric.atLeast(Math.min(drawn, marked), drawn, marked, all), freedom));
  }

  /** Is the problem cohort's share smaller? As {@link #rose}, of the trials that were no hit. */
  public static TestResult fell(
      Tally problem, Tally baseline, DesignEffect problemEffect, DesignEffect baselineEffect) {
    TestResult misses =
        rose(complement(problem), complement(baseline), problemEffect, baselineEffect);
    return new TestResult(problem.excessOver(baseline), misses.p(), misses.attainable());
  }

  private static Tally complement(Tally tally) {
    return new Tally(tally.misses(), tally.trials());
  }
}
