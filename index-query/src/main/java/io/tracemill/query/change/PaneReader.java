package io.tracemill.query.change;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.analysis.index.IndexedPane.Kind;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.query.IndexSession;
import io.tracemill.query.engine.Sql;
import io.tracemill.query.files.QueryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Reads the panes of some time from an index. */
final class PaneReader {
  /**
   * Panes are read in parts, because a long range has more of them than an answer may have rows.
   */
  private static final long PART_MILLIS = Duration.ofMinutes(10).toMillis();

  private final IndexSession session;
  private final String condition;

  private PaneReader(IndexSession session, Optional<Frame> endpoint) {
    this.session = session;
    this.condition =
        endpoint
            .map(
                frame ->
                    " AND service = %s AND operation = %s"
                        .formatted(Sql.text(frame.service()), Sql.text(frame.operation())))
            .orElse("");
  }

  /**
   * The sums of all panes within a range of time. Their range is shorter if a pane is only partly
   * in it.
   *
   * @param endpoint the only endpoint to read; empty for all
   * @throws QueryException if there are none
   */
  static PaneSums read(
      IndexSession session, Period wanted, Optional<Frame> endpoint, ProfileLimits limits) {
    return new PaneReader(session, endpoint).read(wanted, limits);
  }

  /**
   * The time of the panes that touch {@code wanted}.
   *
   * @throws QueryException if there are none
   */
  static Period data(IndexSession session, Period wanted) {
    return session
        .rows(
            """
            SELECT min(time_millis), max(time_millis + length_millis) FROM panes
            WHERE time_millis < %d AND time_millis + length_millis > %d HAVING count(*) > 0
            """
                .formatted(wanted.endMillis(), wanted.startMillis()),
            row -> new Period(row.getLong(1), row.getLong(2)))
        .stream()
        .findFirst()
        .orElseThrow(
            () ->
                new QueryException(
                    "the index has no panes of this time; give another range of time"));
  }

  private PaneSums read(Period wanted, ProfileLimits limits) {
    Period data = data(session, wanted);
    Period time = withoutParts(wanted, data);
    PaneSums sums = new PaneSums(time, limits);
    long end = Math.min(time.endMillis(), data.endMillis());
    for (long start = Math.max(time.startMillis(), data.startMillis());
        start < end;
        start += PART_MILLIS) {
      add(start, Math.min(start + PART_MILLIS, end), end, sums);
    }
    return sums;
  }

  /** An open end becomes that of the data; panes across an end are left out. */
  private Period withoutParts(Period wanted, Period data) {
    long start = Math.max(wanted.startMillis(), earliest(wanted, data));
    long end = Math.min(wanted.endMillis(), latest(wanted, data));
    long from = across(start, "max(time_millis + length_millis)").orElse(start);
    long to = across(end, "min(time_millis)").orElse(end);
    if (from >= to) {
      throw new QueryException(
          "no pane is wholly in %s; give a longer range of time"
              .formatted(new Period(start, end).text()));
    }
    return new Period(from, to);
  }

  private static long earliest(Period wanted, Period data) {
    return wanted.startMillis() == Long.MIN_VALUE ? data.startMillis() : Long.MIN_VALUE;
  }

  private static long latest(Period wanted, Period data) {
    return wanted.endMillis() == Long.MAX_VALUE ? data.endMillis() : Long.MAX_VALUE;
  }

  private Optional<Long> across(long edge, String column) {
    return session
        .rows(
            """
            SELECT %s FROM panes
            WHERE time_millis < %d AND time_millis + length_millis > %d HAVING count(*) > 0
            """
                .formatted(column, edge, edge),
            row -> row.getLong(1))
        .stream()
        .findFirst();
  }

  private void add(long start, long before, long end, PaneSums sums) {
    session
        .rows(
            """
            SELECT time_millis, length_millis, service, operation, requests, kind, version, bytes
            FROM panes
            WHERE time_millis >= %d AND time_millis < %d AND time_millis + length_millis <= %d%s
            """
                .formatted(start, before, end, condition),
            PaneReader::pane)
        .forEach(
            pane -> {
              try {
                sums.add(pane);
              } catch (IOException e) {
                throw new UncheckedIOException(
                    "the pane of %s at %d".formatted(pane.endpoint(), pane.timeMillis()), e);
              }
            });
  }

  private static IndexedPane pane(ResultSet row) throws SQLException {
    return new IndexedPane(
        row.getLong(1),
        row.getLong(2),
        Frame.of(row.getString(3), row.getString(4)),
        row.getLong(5),
        Kind.valueOf(row.getString(6).toUpperCase(Locale.ROOT)),
        row.getInt(7),
        row.getBytes(8));
  }
}
