package io.tracemill.analysis.statistics;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * What a test found, or a rule that stands in the place of one.
 *
 * @param statistic how far apart the cohorts are, in the test's own unit
 * @param p how probable that, or more, is by chance, in (0, 1]
 * @param attainable the smallest p that these sizes could have had, at most {@code p}
 * @param ruled whether a rule decided, that knows nothing of chance: its p says only what
 */
public record TestResult(double statistic, double p, double attainable, boolean ruled) {
  public TestResult {
    p = inUnit(p);
    attainable = Math.min(p, inUnit(attainable));
  }

  /** That of a test. */
  public TestResult(double statistic, double p, double attainable) {
    this(statistic, p, attainable, false);
  }

  /** That of a rule: as certain as can be where it holds, else nothing. */
  public static TestResult ruled(double statistic, boolean holds) {
    return new TestResult(statistic, holds ? 0 : 1, 0, true);
  }

  /** Of several tests of one question the one that is surest, corrected for their number. */
  public static TestResult surest(List<TestResult> tests) {
    TestResult surest = Collections.min(tests, Comparator.comparingDouble(TestResult::p));
    double attainable = tests.stream().mapToDouble(TestResult::attainable).min().orElseThrow();
    return new TestResult(surest.statistic, tests.size() * surest.p, tests.size() * attainable);
  }

  /** The same of a change that is none. */
  public TestResult withoutChange() {
    return new TestResult(statistic, 1, attainable, ruled);
  }

  /** Rounding must neither make certainty of chance nor push a probability above one. */
  private static double inUnit(double p) {
    if (Double.isNaN(p)) {
      throw new IllegalArgumentException("no probability: " + p);
    }
    return Math.min(1, Math.max(Double.MIN_NORMAL, p));
  }
}
