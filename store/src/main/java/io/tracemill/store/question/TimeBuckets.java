package io.tracemill.store.question;

import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.time.Duration;
import java.util.List;

/**
 * Ranges of time of the same length, aligned to the epoch, that cover the time of some requests.
 *
 * @param firstMillis start of the first, milliseconds since the epoch
 * @param lengthMillis a round length: seconds, minutes, hours or days
 * @param count number of them
 */
public record TimeBuckets(long firstMillis, long lengthMillis, int count) {
  private static final List<Duration> LENGTHS =
      List.of(
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofMinutes(5),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6),
          Duration.ofDays(1));
  private static final int USUAL = 30;
  private static final int FEWEST = 2;

  /**
   * The length in milliseconds that divides the time of the requests into about thirty buckets.
   *
   * @throws QueryException if no complete request matches
   */
  public static long lengthMillis(StoreSession session, Filter filter) {
    return of(session, filter, USUAL).lengthMillis;
  }

  /**
   * The shortest buckets of which at most {@code most} cover the time of the requests.
   *
   * @param most at least 2
   * @throws QueryException if no complete request matches
   */
  public static TimeBuckets of(StoreSession session, Filter filter, int most) {
    if (most < FEWEST) {
      throw new QueryException(
          "%d buckets of time are too few; give at least %d".formatted(most, FEWEST));
    }
    return session
        .rows(
            "SELECT min(time_millis), max(time_millis) FROM requests WHERE %s HAVING count(*) > 0"
                .formatted(filter.statistics()),
            row -> covering(row.getLong(1), row.getLong(2), most))
        .stream()
        .findFirst()
        .orElseThrow(QueryException::noneMatch);
  }

  static TimeBuckets covering(long firstMillis, long lastMillis, int most) {
    long day = Duration.ofDays(1).toMillis();
    long length =
        LENGTHS.stream()
            .mapToLong(Duration::toMillis)
            .filter(each -> lastMillis / each - firstMillis / each < most)
            .findFirst()
            .orElse(((lastMillis - firstMillis) / day / (most - 1) + 1) * day);
    long first = firstMillis / length;
    return new TimeBuckets(first * length, length, (int) (lastMillis / length - first) + 1);
  }

  /** The number of the bucket that starts at this time. */
  int indexOf(long startMillis) {
    return (int) ((startMillis - firstMillis) / lengthMillis);
  }

  /** The start of a row's bucket, in SQL. */
  static String start(long lengthMillis) {
    if (lengthMillis < 1) {
      throw new QueryException("a bucket of %d ms is too short".formatted(lengthMillis));
    }
    return "time_millis // %1$d * %1$d".formatted(lengthMillis);
  }
}
