package io.tracemill.analysis.detection;

/**
 * What was asked about one row and window, and the answer.
 *
 * @param surprise minus the natural logarithm of the p-value
 * @param window its length, panes
 * @param first its first column
 * @param requests that were asked
 * @param mean their mean score
 * @param normal the baseline's mean score
 */
record Question(
    RowKey key, double surprise, int window, int first, long requests, double mean, double normal)
    implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** By how much the mean score differs. */
  double change() {
    return mean - normal;
  }

  /** The same with the requests of a later first column on, where there are any. */
  Question from(Row row, PaneClock clock, int later) {
    long since = row.requests(clock, later);
    return later <= first || since == 0
        ? this
        : new Question(
            key, surprise, window, later, since, row.scores(clock, later) / since, normal);
  }

  double pValue() {
    return Math.exp(-surprise);
  }
}
