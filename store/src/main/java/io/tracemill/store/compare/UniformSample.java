package io.tracemill.store.compare;

/**
 * The requests of a set that a rank test may use, for each endpoint or category: a uniform sample
 * of them. All requests of a group with a sample point below its smallest {@code uniform_below} are
 * in the store. That minimum is over all rows of the group in the range of time, also those that
 * the set leaves out: a busy pane may have dropped all of its requests that belong to the set.
 *
 * @param byCategory whether the groups are categories; otherwise they are endpoints
 * @param maxRows the largest number of requests of a group; those with the smallest points remain
 */
record UniformSample(Requests requests, boolean byCategory, int maxRows) {
  /**
   * A SELECT in SQL with one row for each group that has requests in the sample: {@code service,
   * operation, category, sample}.
   *
   * @param column of the requests; {@code sample} is the list of its values
   */
  String select(String column) {
    return """
    WITH least AS (
      SELECT service, operation, %1$s, min(uniform_below) AS below
      FROM requests WHERE %2$s GROUP BY ALL),
    r AS (
      SELECT service, operation, %1$s, sample_point, %3$s AS sampled
      FROM requests WHERE %4$s)
    SELECT service, operation, category, arg_min(sampled, sample_point, %5$d) AS sample
    FROM r JOIN least USING (service, operation, category)
    WHERE sample_point < below GROUP BY ALL
    """
        .formatted(
            byCategory ? "category" : "'' AS category",
            requests.filter().scope(),
            column,
            requests.statistics(),
            maxRows);
  }
}
