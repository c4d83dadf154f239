package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two past ranges of time, for the code that compares trace files.
 *
 * @param cohorts their times are the parts that whole panes cover
 * @param otherVersions number of panes left out because another version of the job wrote them
 */
public record PastChange(Cohorts cohorts, int otherVersions) {
  /**
   * Reads the panes of both times.
   *
   * @param before covers {@code baseline}
   * @param after covers {@code problem}
   * @param endpoint the only endpoint to compare; empty for all
   * @param limits of a side's size
   * @throws QueryException if a time has no panes
   */
  public static PastChange ask(
      StoreSession before,
      Period baseline,
      StoreSession after,
      Period problem,
      Optional<Frame> endpoint,
      SumRules limits) {
    PaneReader earlier = new PaneReader(before, baseline, endpoint);
    PaneReader later = new PaneReader(after, problem, endpoint);
    long paneMillis = Math.max(earlier.paneMillis(), later.paneMillis());
    PaneSums then = earlier.sums(paneMillis, limits);
    PaneSums now = later.sums(paneMillis, limits);
    return new PastChange(
        new Cohorts(
            new ByTime(earlier.time(), later.time()),
            paneMillis,
            then.side(rows(before, earlier.time(), endpoint)),
            now.side(rows(after, later.time(), endpoint))),
        then.otherVersions() + now.otherVersions());
  }

  static Map<Frame, List<RequestRow>> rows(
      StoreSession session, Period time, Optional<Frame> endpoint) {
    Filter filter = endpoint.map(Filter.ALL::of).orElse(Filter.ALL).during(time);
    RequestReplay replay = new RequestReplay(session.rules().replay());
    Map<Frame, List<RequestRow>> rows = new HashMap<>();
    for (KeptRequest request : KeptRequests.ofStatistics(session, filter)) {
      rows.computeIfAbsent(request.endpoint(), added -> new ArrayList<>())
          .add(RequestRow.of(request, replay));
    }
    return rows;
  }

  /**
   * The times within {@code time} for which the store has panes, without gaps of more than {@code
   * maxGapMillis}.
   *
   * @throws QueryException if there are none
   */
  public static List<Period> stretches(StoreSession session, Period time, long maxGapMillis) {
    List<Period> panes =
        session.rows(
            """
            SELECT DISTINCT time_millis, time_millis + length_millis FROM panes
            WHERE time_millis >= %d AND time_millis < %d AND requests > 0 ORDER BY ALL
            """
                .formatted(time.startMillis(), time.endMillis()),
            row -> new Period(row.getLong(1), row.getLong(2)));
    if (panes.isEmpty()) {
      throw new QueryException(
          "the store has no requests of this time; give another range of time");
    }
    List<Period> stretches = new ArrayList<>();
    Period last = panes.get(0);
    for (Period pane : panes) {
      if (pane.startMillis() - last.endMillis() > maxGapMillis) {
        stretches.add(last);
        last = pane;
      }
      last = new Period(last.startMillis(), Math.max(last.endMillis(), pane.endMillis()));
    }
    stretches.add(last);
    return stretches;
  }
}
