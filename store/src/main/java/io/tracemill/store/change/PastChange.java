package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortSplit;
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
 * Two cohorts of the requests of a store: two ranges of time, or two values of an attribute.
 *
 * @param cohorts their times are the parts that are compared: whole panes, or for an attribute the
 *     period in which both have requests
 * @param otherVersions number of panes left out because another version of the job wrote them
 */
public record PastChange(Cohorts cohorts, int otherVersions) {
  /**
   * Reads both cohorts: ranges of time from the sums of panes, values of an attribute from kept
   * requests. A store that keeps every request answers to the millisecond, from these.
   *
   * @param before covers the time of the baseline
   * @param after covers the time of the problem; the same if they differ by an attribute
   * @param split the time of an attribute may be open
   * @param endpoint the only endpoint to compare; empty for all
   * @param limits of a side's size
   * @throws QueryException if a time has no panes, or no request has a value
   */
  public static PastChange ask(
      StoreSession before,
      StoreSession after,
      CohortSplit split,
      Optional<Frame> endpoint,
      SumRules limits) {
    return split instanceof ByTime ranges && !after.keepsAll()
        ? ofPanes(before, after, ranges, endpoint, limits)
        : new PastChange(KeptCohorts.ask(before, after, split, endpoint, limits), 0);
  }

  private static PastChange ofPanes(
      StoreSession before,
      StoreSession after,
      ByTime ranges,
      Optional<Frame> endpoint,
      SumRules limits) {
    PaneReader earlier = new PaneReader(before, ranges.baseline(), endpoint);
    PaneReader later = new PaneReader(after, ranges.problem(), endpoint);
    long paneMillis = Math.max(earlier.paneMillis(), later.paneMillis());
    PaneSums then = earlier.sums(paneMillis, limits);
    PaneSums now = later.sums(paneMillis, limits);
    return new PastChange(
        new Cohorts(
            new ByTime(earlier.time(), later.time()),
            paneMillis,
            then.side(rows(before, earlier.time(), endpoint), Optional.empty()),
            now.side(rows(after, later.time(), endpoint), Optional.empty())),
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
