package io.tracemill.store.question;

import io.tracemill.store.engine.Sql;

/**
 * The requests whose nodes a question reads: all that match, or a random share of their rows if
 * there are too many. The weights of a share are larger, so estimates stay unbiased.
 *
 * @param durations of all requests that match
 * @param readRows number of requests in the index that are read, about
 * @param condition selects them, in SQL
 * @param weight how many requests each stands for, in SQL
 */
public record Selection(Moments durations, long readRows, String condition, String weight) {
  /** The largest number of requests whose nodes are read, about. */
  public static final long MAX_ROWS = 100_000;

  private static final long HASHES = 1_000_000;

  /**
   * Selects them.
   *
   * @param condition that of statistics, in SQL
   */
  public static Selection of(StoreSession session, String condition, long maxRows) {
    Moments durations =
        session.row(
            "SELECT %s FROM requests WHERE %s"
                .formatted(Moments.columns("duration_nanos", "weight"), condition),
            row -> Moments.read(row, 1));
    if (durations.rows() <= maxRows) {
      return new Selection(durations, durations.rows(), condition, "weight");
    }
    double share = (double) maxRows / durations.rows();
    // The job keeps the smallest points of a group, so the share is by their hash.
    return new Selection(
        durations,
        maxRows,
        "%s AND hash(sample_point) %% %d < %s"
            .formatted(condition, HASHES, Sql.number(share * HASHES)),
        "(weight / %s)".formatted(Sql.number(share)));
  }
}
