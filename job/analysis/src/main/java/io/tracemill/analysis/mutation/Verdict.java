package io.tracemill.analysis.mutation;

import io.tracemill.analysis.statistics.TestResult;

/**
 * What one comparison says of a subject.
 *
 * @param rose whether it is more, or longer, than before; it may as well be less
 * @param test whether that is chance
 * @param relevant whether the change is large enough to matter, and one that alerts are for
 * @param thin whether there was too little to deny anything, as in a pane of a few requests; where
 *     there was too little to say anything, the test's p is 1
 */
public record Verdict(boolean rose, TestResult test, boolean relevant, boolean thin) {
  private static final TestResult NOTHING = new TestResult(0, 1, 1);

  /** That of a cohort with too few requests. */
  public static final Verdict THIN = new Verdict(false, NOTHING, false, true);

  /** How probable by chance a change of this direction is; 1 where there is none that matters. */
  public double chance(boolean rise) {
    return relevant && rose == rise ? test.p() : 1;
  }

  /**
   * Whether there is a change that matters. One that does not is none, whatever its p: where many
   * tests are judged together, each that is rejected makes it easier to reject others.
   */
  public TestResult testOfRelevance() {
    return relevant ? test : test.withoutChange();
  }
}
