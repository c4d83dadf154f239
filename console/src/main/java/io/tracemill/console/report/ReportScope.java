package io.tracemill.console.report;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a report is about.
 *
 * @param source the names of the files or the store
 * @param requests number of requests in its store in that time
 * @param fromMillis the start of its first request, epoch milliseconds
 * @param toMillis the end of its last request
 */
record ReportScope(
    Optional<String> title, String source, long requests, long fromMillis, long toMillis) {
  private record Times(long requests, long fromMillis, long toMillis) {}

  /**
   * The scope of a report about a store.
   *
   * @param time {@code START/END} in epoch milliseconds; empty for the whole store
   */
  static ReportScope of(
      Optional<String> title, String source, Path directory, Optional<String> time) {
    Period period =
        time.map(text -> text.split("/", 2))
            .map(ends -> new Period(Long.parseLong(ends[0]), Long.parseLong(ends[1])))
            .orElse(new Period(Long.MIN_VALUE, Long.MAX_VALUE));
    try (StoreSession session =
        Store.open(directory, Optional.empty(), EngineLimits.DEFAULT).session(period)) {
      Times times =
          session.row(
              """
              SELECT round(coalesce(sum(weight), 0))::BIGINT,
                coalesce(min(start_nanos) // 1000000, 0),
                coalesce(max(start_nanos + duration_nanos) // 1000000, 0)
              FROM requests WHERE time_millis >= %d AND time_millis < %d
              """
                  .formatted(period.startMillis(), period.endMillis()),
              row -> new Times(row.getLong(1), row.getLong(2), row.getLong(3)));
      return new ReportScope(title, source, times.requests, times.fromMillis, times.toMillis);
    }
  }
}
