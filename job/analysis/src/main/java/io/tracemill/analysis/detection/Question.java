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

  double pValue() {
    return Math.exp(-surprise);
  }
}
