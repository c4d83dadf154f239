package io.tracemill.query;

import io.tracemill.query.engine.Sql;
import io.tracemill.query.files.QueryException;

/**
 * The requests that a question about nodes reads: all that match, or a uniform sample if there are
 * too many. If that sample is too small, it is a random share of the weighted requests.
 *
 * @param requests estimated number of requests that match
 * @param requestsError its standard error
 * @param rows number of requests in the index that match
 * @param readRows number of them that are read, about
 * @param uniform whether these are a uniform sample
 * @param condition selects them, in SQL
 * @param weight how many requests each stands for, in SQL
 */
public record Selection(
    long requests,
    double requestsError,
    long rows,
    long readRows,
    boolean uniform,
    String condition,
    String weight) {
  /** The largest number of requests whose nodes are read. */
  public static final long MAX_ROWS = 100_000;

  private static final long MIN_UNIFORM_ROWS = 100;
  private static final long HASHES = 1_000_000;

  private record Totals(long rows, double weight, double spread, double uniformBelow) {}

  /**
   * Selects them.
   *
   * @throws QueryException if no complete request matches
   */
  public static Selection of(IndexSession session, Filter filter, long maxRows) {
    Totals all =
        session.row(
            """
            SELECT count(*), sum(weight), sum(weight * (weight - 1)), min(uniform_below)
            FROM requests WHERE %s
            """
                .formatted(filter.statistics()),
            row ->
                new Totals(row.getLong(1), row.getDouble(2), row.getDouble(3), row.getDouble(4)));
    if (all.rows == 0) {
      throw new QueryException(
          "no complete request matches; give another range or fewer conditions");
    }
    Selection whole =
        new Selection(
            Math.round(all.weight),
            Math.sqrt(Math.max(0, all.spread)),
            all.rows,
            all.rows,
            false,
            filter.statistics(),
            "weight");
    return all.rows <= maxRows ? whole : whole.sample(session, filter, all, maxRows);
  }

  /** Requests with a sample point below a threshold; a lower threshold selects fewer. */
  private Selection sample(IndexSession session, Filter filter, Totals all, long maxRows) {
    double threshold = Math.min(all.uniformBelow, (double) maxRows / all.rows);
    String below = filter.statistics() + " AND sample_point < " + Sql.number(threshold);
    long read = session.row("SELECT count(*) FROM requests WHERE " + below, row -> row.getLong(1));
    if (read < MIN_UNIFORM_ROWS) {
      return thinned((double) maxRows / all.rows);
    }
    return new Selection(
        requests, requestsError, rows, read, true, below, Sql.number(all.weight / read));
  }

  /** A random share of the weighted rows, if the uniform sample is too small. */
  private Selection thinned(double share) {
    return new Selection(
        requests,
        requestsError,
        rows,
        Math.round(share * rows),
        false,
        "%s AND hash(trace_id, span_id) %% %d < %s"
            .formatted(condition, HASHES, Sql.number(share * HASHES)),
        "(weight / %s)".formatted(Sql.number(share)));
  }
}
