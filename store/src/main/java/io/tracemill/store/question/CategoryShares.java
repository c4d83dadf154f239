package io.tracemill.store.question;

import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.util.List;

/**
 * How the share of each category of an endpoint changes over time (P-Tracer 6.1).
 *
 * @param bucketMillis length of a bucket
 * @param shares by time, then the most frequent first
 */
public record CategoryShares(long bucketMillis, List<Share> shares) {
  /**
   * A category in a bucket.
   *
   * @param timeMillis start of the bucket, milliseconds since the epoch
   * @param share of the endpoint's requests in the bucket
   */
  public record Share(
      long timeMillis,
      String category,
      long requests,
      double requestsError,
      double share,
      double meanNanos,
      double meanErrorNanos) {}

  public CategoryShares {
    shares = List.copyOf(shares);
  }

  /** Asks for them. */
  public static CategoryShares ask(StoreSession session, Filter filter, long bucketMillis) {
    return new CategoryShares(
        bucketMillis,
        session.rows(
            """
            SELECT *, sum(requests) OVER (PARTITION BY bucket) AS total
            FROM (
              SELECT bucket, category, sum(w) AS requests, %s
              FROM (
                SELECT %s AS bucket, category, weight AS w, duration_nanos AS x
                FROM requests WHERE %s)
              GROUP BY bucket, category)
            ORDER BY bucket, requests DESC, category
            """
                .formatted(
                    Moments.columns("x", "w"),
                    TimeBuckets.start(bucketMillis),
                    filter.statistics()),
            row -> {
              Moments moments = Moments.read(row, 4);
              return new Share(
                  row.getLong(1),
                  row.getString(2),
                  moments.requests(),
                  moments.requestsError(),
                  moments.weight() / row.getDouble("total"),
                  moments.mean(),
                  moments.meanError());
            }));
  }
}
