package io.tracemill.store.question;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.Comparator;
import java.util.List;

/**
 * The categories of an endpoint, the most frequent first (P-Tracer 4.1.1).
 *
 * @param requests estimated number of complete requests
 * @param requestsError its standard error; 0 if the store has all requests
 * @param rows number of requests in the store behind the answer
 */
public record Overview(
    Frame endpoint,
    long requests,
    double requestsError,
    long rows,
    double meanNanos,
    double meanErrorNanos,
    List<Category> categories) {
  /** The paper's threshold of the coefficient of variation. */
  public static final double ANOMALOUS_CV = 1;

  private static final double MEDIAN = 0.5;
  private static final double HIGH = 0.99;

  /**
   * A category.
   *
   * @param share of the endpoint's requests
   * @param failedShare of its requests
   * @param p50Nanos the least duration that half of its requests do not exceed
   * @param cv coefficient of variation of the durations
   * @param anomalous whether {@code cv} is above the threshold
   */
  public record Category(
      String category,
      long requests,
      double requestsError,
      double share,
      double meanNanos,
      double meanErrorNanos,
      long p50Nanos,
      long p99Nanos,
      double cv,
      boolean anomalous,
      double failedShare,
      long rows) {}

  public Overview {
    categories = List.copyOf(categories);
  }

  private record Row(String category, Moments moments, long p50, long p99, double failed) {}

  /**
   * Asks for it.
   *
   * @param filter names the endpoint
   * @param anomalousCv the coefficient of variation above which a category is anomalous
   */
  public static Overview ask(StoreSession session, Filter filter, double anomalousCv) {
    Frame endpoint = filter.endpoint().orElseThrow();
    List<Row> rows =
        session.rows(
            """
            WITH r AS (
              SELECT category, duration_nanos AS x, weight AS w, failed FROM requests WHERE %s),
            c AS (
              SELECT *,
                sum(w) OVER (PARTITION BY category ORDER BY x ROWS UNBOUNDED PRECEDING) AS upto,
                sum(w) OVER (PARTITION BY category) AS total
              FROM r)
            SELECT category, %s, %s, %s, sum(w) FILTER (failed) FROM c GROUP BY category
            """
                .formatted(
                    filter.statistics(),
                    Moments.columns("x", "w"),
                    Percentile.column("x", MEDIAN),
                    Percentile.column("x", HIGH)),
            row ->
                new Row(
                    row.getString(1),
                    Moments.read(row, 2),
                    row.getLong(2 + Moments.COLUMNS),
                    row.getLong(3 + Moments.COLUMNS),
                    Moments.sum(row, 4 + Moments.COLUMNS)));
    if (rows.isEmpty()) {
      throw new QueryException(
          "no complete request of '%s' matches; give another range or fewer conditions"
              .formatted(endpoint));
    }
    Moments all = rows.stream().map(Row::moments).reduce(Moments::plus).orElseThrow();
    return new Overview(
        endpoint,
        all.requests(),
        all.requestsError(),
        all.rows(),
        all.mean(),
        all.meanError(),
        rows.stream()
            .map(row -> category(row, all.weight(), anomalousCv))
            .sorted(
                Comparator.comparingDouble((Category each) -> -each.share())
                    .thenComparing(Category::category))
            .toList());
  }

  private static Category category(Row row, double total, double anomalousCv) {
    Moments moments = row.moments;
    return new Category(
        row.category,
        moments.requests(),
        moments.requestsError(),
        moments.weight() / total,
        moments.mean(),
        moments.meanError(),
        row.p50,
        row.p99,
        moments.variation(),
        moments.variation() > anomalousCv,
        row.failed / moments.weight(),
        moments.rows());
  }
}
