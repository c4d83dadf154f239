package io.tracemill.query;

import io.tracemill.query.files.QueryException;
import java.time.Duration;
import java.util.List;

/** Ranges of time of the same length, aligned to the epoch. */
public final class TimeBuckets {
  private static final List<Duration> LENGTHS =
      List.of(
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6));
  private static final int ENOUGH = 30;

  private TimeBuckets() {}

  /**
   * The length in milliseconds that divides the time of the requests into about thirty buckets; at
   * most a day.
   *
   * @throws QueryException if no complete request matches
   */
  public static long lengthMillis(IndexSession session, Filter filter) {
    return session
        .rows(
            "SELECT max(time_millis) - min(time_millis) FROM requests WHERE %s HAVING count(*) > 0"
                .formatted(filter.statistics()),
            row -> row.getLong(1))
        .stream()
        .findFirst()
        .map(TimeBuckets::covering)
        .orElseThrow(QueryException::noneMatch);
  }

  private static long covering(long millis) {
    return LENGTHS.stream()
        .mapToLong(Duration::toMillis)
        .filter(length -> millis / length < ENOUGH)
        .findFirst()
        .orElse(Duration.ofDays(1).toMillis());
  }

  /** The start of a row's bucket, in SQL. */
  static String start(long lengthMillis) {
    if (lengthMillis < 1) {
      throw new QueryException("a bucket of %d ms is too short".formatted(lengthMillis));
    }
    return "time_millis // %1$d * %1$d".formatted(lengthMillis);
  }
}
