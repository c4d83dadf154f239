package io.tracemill.store.question;

import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.QueryException;
import java.util.List;
import java.util.OptionalInt;

/**
 * The requests and their latency over time, of all categories or one (P-Tracer 4.2.2).
 *
 * @param bucketMillis length of a bucket
 * @param buckets those with requests, in order of time
 */
public record Tendency(long bucketMillis, List<Bucket> buckets) {
  /**
   * A bucket of time.
   *
   * @param timeMillis its start, milliseconds since the epoch
   * @param requests estimated number of complete requests that the filter selects
   * @param share of those that it would select without its category
   * @param meanNanos of the requests, or of a node in them; 0 without requests
   * @param rows number of requests in the index behind it
   */
  public record Bucket(
      long timeMillis,
      long requests,
      double requestsError,
      double share,
      double meanNanos,
      double meanErrorNanos,
      long rows) {}

  public Tendency {
    buckets = List.copyOf(buckets);
  }

  /**
   * Asks for it.
   *
   * @param node position of a node in the call tree of the filter's category; empty for the whole
   *     request
   */
  public static Tendency ask(
      StoreSession session, Filter filter, OptionalInt node, long bucketMillis) {
    if (node.isPresent() && filter.flow().isEmpty()) {
      throw new QueryException("a node is a position in a call tree; give its category too");
    }
    String selected = filter.flow().map(flow -> "flow = " + Sql.text(flow)).orElse("true");
    String value =
        node.isPresent()
            ? "node_inclusive_nanos[%d]".formatted(node.getAsInt() + 1)
            : "duration_nanos";
    List<Bucket> buckets =
        session.rows(
            """
            SELECT bucket, sum(weight), %s
            FROM (
              SELECT %s AS bucket, weight, CASE WHEN %4$s THEN weight END AS w,
                CASE WHEN %4$s THEN %5$s END AS x
              FROM requests WHERE %3$s)
            GROUP BY bucket ORDER BY bucket
            """
                .formatted(
                    Moments.columns("x", "w"),
                    TimeBuckets.start(bucketMillis),
                    filter.ofAnyFlow().statistics(),
                    selected,
                    value),
            row -> bucket(row.getLong(1), row.getDouble(2), Moments.read(row, 3)));
    return new Tendency(bucketMillis, buckets);
  }

  private static Bucket bucket(long timeMillis, double total, Moments moments) {
    return new Bucket(
        timeMillis,
        moments.requests(),
        moments.requestsError(),
        moments.weight() / total,
        moments.mean(),
        moments.meanError(),
        moments.rows());
  }
}
