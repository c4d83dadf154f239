package io.tracemill.store.question;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
   * @param rows number of requests in the store behind it
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
    if (node.isPresent() && filter.category().isEmpty()) {
      throw new QueryException("a node is a position in a call tree; give its category too");
    }
    String selected = filter.category().map(hex -> "category = " + Sql.text(hex)).orElse("true");
    List<Bucket> buckets =
        session.rows(
            """
            SELECT bucket, sum(weight), %s
            FROM (
              SELECT %s AS bucket, weight, CASE WHEN %4$s THEN weight END AS w,
                CASE WHEN %4$s THEN duration_nanos END AS x
              FROM requests WHERE %3$s)
            GROUP BY bucket ORDER BY bucket
            """
                .formatted(
                    Moments.columns("x", "w"),
                    TimeBuckets.start(bucketMillis),
                    filter.ofAnyCategory().statistics(),
                    selected),
            row -> bucket(row.getLong(1), row.getDouble(2), Moments.read(row, 3)));
    return new Tendency(
        bucketMillis,
        node.isPresent()
            ? ofNode(session, filter, node.getAsInt(), buckets, bucketMillis)
            : buckets);
  }

  /** The buckets with the times of a node, from kept requests. */
  private static List<Bucket> ofNode(
      StoreSession session, Filter filter, int node, List<Bucket> buckets, long bucketMillis) {
    CategoryReplay replay = new CategoryReplay(session.rules().replay());
    Map<Long, Moments> times = new HashMap<>();
    for (KeptRequest request : KeptRequests.ofStatistics(session, filter)) {
      if (!request.pathOnly()) {
        long start = Math.floorDiv(request.timeMillis(), bucketMillis) * bucketMillis;
        Moments moments =
            Moments.of((double) replay.times(request).inclusiveNanos()[node], request.weight());
        times.merge(start, moments, Moments::plus);
      }
    }
    return buckets.stream()
        .map(
            bucket -> {
              Moments of = times.getOrDefault(bucket.timeMillis, Moments.NONE);
              return new Bucket(
                  bucket.timeMillis,
                  bucket.requests,
                  bucket.requestsError,
                  bucket.share,
                  of.mean(),
                  of.meanError(),
                  bucket.rows);
            })
        .toList();
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
