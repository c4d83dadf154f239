package io.tracemill.analysis.statistics;

import org.apache.commons.math3.special.Beta;

/**
 * Did a rate rise, or fall, by more than chance: how many child calls a parent call makes?
 *
 * <p>Given the hits of both cohorts together, those of the problem cohort are binomial with its
 * part of the trials, if hits come at one rate (Przyborowski and Wilenski, 1940). Hits and trials
 * are divided by the design effect, which need not leave whole numbers: the binomial tail is an
 * incomplete beta function.
 */
public final class RateTest {
  private RateTest() {}

  /**
   * Is the problem cohort's rate larger? The statistic is the {@link Tally#excessOver excess}.
   *
   * @param problemEffect what the problem cohort's counts are divided by
   * @param baselineEffect what the baseline's counts are divided by
   */
  public static TestResult rose(
      Tally problem, Tally baseline, DesignEffect problemEffect, DesignEffect baselineEffect) {
    return larger(
        problem.excessOver(baseline),
        problem,
        problemEffect.factor(),
        baseline,
        baselineEffect.factor(),
        problemEffect.freedomWith(baselineEffect));
  }

  /** Is the problem cohort's rate smaller? The statistic is the excess, negative then. */
  public static TestResult fell(
      Tally problem, Tally baseline, DesignEffect problemEffect, DesignEffect baselineEffect) {
    return larger(
        problem.excessOver(baseline),
        baseline,
        baselineEffect.factor(),
        problem,
        problemEffect.factor(),
        problemEffect.freedomWith(baselineEffect));
  }

  private static TestResult larger(
      double statistic,
      Tally high,
      double highFactor,
      Tally low,
      double lowFactor,
      double freedom) {
    double highTrials = high.trials() / highFactor;
    double part = highTrials / (highTrials + low.trials() / lowFactor);
    double highHits = high.hits() / highFactor;
    double lowHits = low.hits() / lowFactor;
    return new TestResult(
        statistic,
        Student.oneSided(atLeast(highHits, lowHits, part), freedom),
        Student.oneSided(atLeast(highHits + lowHits, 0, part), freedom));
  }

  /** The probability that the part of all hits has {@code hits} or more. */
  private static double atLeast(double hits, double otherHits, double part) {
    return hits <= 0 ? 1 : Beta.regularizedBeta(part, hits, otherHits + 1);
  }
}
