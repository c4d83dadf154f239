package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.detection.AlarmBudget.Family;
import java.io.Serializable;

/**
 * The test of one row and window, and its result.
 *
 * @param family the part of the alarm budget that it spends
 * @param surprise minus the natural logarithm of the p-value
 * @param first the window's first column
 * @param requests in the window
 * @param mean their mean score
 * @param normal the baseline's mean score
 * @param normalRequests in the baseline
 */
record Question(
    RowKey key,
    Family family,
    double surprise,
    int first,
    long requests,
    double mean,
    double normal,
    long normalRequests)
    implements Serializable {
  /** The difference of the mean score from the baseline. */
  double change() {
    return mean - normal;
  }

  /** The same test from a later first column, if that has requests. */
  Question from(Row row, PaneClock clock, int later) {
    long since = row.requests(clock, later);
    return later <= first || since == 0
        ? this
        : new Question(
            key,
            family,
            surprise,
            later,
            since,
            row.meanScore(clock, later),
            normal,
            normalRequests);
  }

  double pValue() {
    return Math.exp(-surprise);
  }
}
