package io.tracemill.store.question;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.StoreSession;
import java.time.Duration;
import java.util.List;

/**
 * The rate, errors and latency of all endpoints in a range of time.
 *
 * @param endpoints the busiest first, at most {@link #MAX_ENDPOINTS}
 */
public record PastEndpoints(List<Endpoint> endpoints) {
  /** The largest number of endpoints. */
  public static final int MAX_ENDPOINTS = 5_000;

  private static final double MILLIS_PER_SECOND = Duration.ofSeconds(1).toMillis();
  private static final double MEDIAN = 0.5;
  private static final double HIGH = 0.95;
  private static final double HIGHEST = 0.99;

  /**
   * An endpoint.
   *
   * @param ratePerSecond estimated number of complete requests a second, over the whole range
   * @param errorRatio share of them that failed
   * @param p50Nanos the least duration that half of them do not exceed
   * @param requests estimated number of them
   * @param rows number of them in the store
   */
  public record Endpoint(
      Frame endpoint,
      double ratePerSecond,
      double errorRatio,
      long p50Nanos,
      long p95Nanos,
      long p99Nanos,
      long requests,
      long rows) {}

  public PastEndpoints {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * Computes them from the store.
   *
   * @param time bounded at both ends, since rates need its length
   */
  public static PastEndpoints ask(StoreSession session, Period time) {
    double seconds = time.lengthMillis() / MILLIS_PER_SECOND;
    return new PastEndpoints(
        session.rows(
            """
            WITH r AS (
              SELECT service, operation, duration_nanos AS x, weight AS w, failed
              FROM requests WHERE %s),
            c AS (
              SELECT *,
                sum(w) OVER (
                  PARTITION BY service, operation ORDER BY x ROWS UNBOUNDED PRECEDING) AS upto,
                sum(w) OVER (PARTITION BY service, operation) AS total
              FROM r)
            SELECT service, operation, sum(w), coalesce(sum(w) FILTER (failed), 0), count(*),
              %s, %s, %s
            FROM c GROUP BY service, operation ORDER BY sum(w) DESC, service, operation LIMIT %d
            """
                .formatted(
                    Filter.ALL.during(time).statistics(),
                    Percentile.column("x", MEDIAN),
                    Percentile.column("x", HIGH),
                    Percentile.column("x", HIGHEST),
                    MAX_ENDPOINTS),
            row -> {
              double requests = row.getDouble(3);
              return new Endpoint(
                  Frame.of(row.getString(1), row.getString(2)),
                  requests / seconds,
                  row.getDouble(4) / requests,
                  row.getLong(6),
                  row.getLong(7),
                  row.getLong(8),
                  Math.round(requests),
                  row.getLong(5));
            }));
  }
}
