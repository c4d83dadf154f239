package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.layout.StoredPane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the panes that are wholly in a range of time from a store. */
final class PaneReader {
  private static final String PANES =
      """
      SELECT time_millis, length_millis, service, operation, requests, version, bytes
      FROM panes WHERE %s
      """;

  private final StoreSession session;
  private final Period time;
  private final String condition;

  /**
   * A reader of panes. Their range is shorter than {@code wanted} if a pane is only partly in it.
   *
   * @param endpoint the only endpoint to read; empty for all
   * @throws QueryException if there are none
   */
  PaneReader(StoreSession session, Period wanted, Optional<Frame> endpoint) {
    this.session = session;
    this.time = withoutParts(session, wanted);
    this.condition =
        "time_millis >= %d AND time_millis + length_millis <= %d%s"
            .formatted(
                time.startMillis(),
                time.endMillis(),
                endpoint.map(frame -> " AND " + Sql.isOf(frame)).orElse(""));
  }

  /** Ends at the edges of panes. */
  Period time() {
    return time;
  }

  /** The shortest length of panes in which the requests can be counted. */
  long paneMillis() {
    long unit = Math.max(CohortSplit.PANE_MILLIS, longestMillis());
    long most = CohortSplit.MAX_PANES * unit;
    return unit * ((time.lengthMillis() + most - 1) / most);
  }

  /** The sums of all panes, with counts in panes of this length. */
  PaneSums sums(long paneMillis, SumRules limits) {
    return session.fold(
        PANES.formatted(condition),
        () -> new PaneSums(time, paneMillis, limits),
        (sums, row) -> pass(pane(row), sums::add));
  }

  /** The length of the longest pane. */
  long longestMillis() {
    return session.row(
        "SELECT max(length_millis) FROM panes WHERE version = %d AND %s"
            .formatted(StoredPane.VERSION, condition),
        row -> row.getLong(1));
  }

  /** The endpoints of the panes. */
  List<Frame> endpoints() {
    return session.rows(
        "SELECT DISTINCT service, operation FROM panes WHERE %s ORDER BY ALL".formatted(condition),
        row -> Frame.of(row.getString(1), row.getString(2)));
  }

  /** Receives panes. */
  interface Receiver {
    void pane(StoredPane pane) throws IOException;
  }

  /**
   * Passes on the panes of an endpoint in the order of time.
   *
   * @param begin makes a receiver; it is invoked again if a file vanishes meanwhile
   */
  <R extends Receiver> R inOrder(Frame endpoint, Supplier<R> begin) {
    return session.fold(
        PANES.formatted(condition + " AND " + Sql.isOf(endpoint)) + " ORDER BY time_millis",
        begin,
        (receiver, row) -> pass(pane(row), receiver));
  }

  /**
   * The time of the panes that touch {@code wanted}.
   *
   * @throws QueryException if there are none
   */
  static Period data(StoreSession session, Period wanted) {
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
                    "the store has no requests of this time; give another range of time"));
  }

  /** An open end becomes that of the data; panes across an end are left out. */
  private static Period withoutParts(StoreSession session, Period wanted) {
    Period data = data(session, wanted);
    long start = Math.max(wanted.startMillis(), earliest(wanted, data));
    long end = Math.min(wanted.endMillis(), latest(wanted, data));
    long from = across(session, start, "max(time_millis + length_millis)").orElse(start);
    long to = across(session, end, "min(time_millis)").orElse(end);
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

  private static Optional<Long> across(StoreSession session, long edge, String column) {
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

  private static void pass(StoredPane pane, Receiver receiver) {
    try {
      receiver.pane(pane);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the pane of %s at %d".formatted(pane.endpoint(), pane.timeMillis()), e);
    }
  }

  private static StoredPane pane(ResultSet row) throws SQLException {
    return new StoredPane(
        row.getLong(1),
        row.getLong(2),
        Frame.of(row.getString(3), row.getString(4)),
        row.getLong(5),
        row.getInt(6),
        row.getBytes(7));
  }
}
