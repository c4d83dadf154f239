package io.tracemill.store.change;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.store.compare.Requests;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cohorts from kept requests, to the millisecond; an instance collects one. The sums are made by
 * the same counting as in the job. If a store has a sample, each endpoint counts only the uniform
 * part of it, each request once: a count that is scaled by weights would claim a precision that it
 * does not have.
 */
final class KeptCohorts {
  private final SumRules rules;
  private final RequestReplay replay;
  private final PaneSums sums;
  private final Map<Frame, List<RequestRow>> rows = new HashMap<>();

  /** By endpoint, then start of the pane. */
  private final Map<Frame, Map<Long, EndpointSums>> panes = new HashMap<>();

  /** The endpoint of the last request; a store's files are sorted by endpoint. */
  private Frame current = Frame.of("", "");

  private int complete;

  private KeptCohorts(SumRules rules, RequestReplay replay, Period time, long paneMillis) {
    this.rules = rules;
    this.replay = replay;
    this.sums = new PaneSums(time, paneMillis, rules);
  }

  /**
   * Reads both cohorts. Those of an attribute are cut to the period in which both have requests.
   *
   * @throws QueryException if there is no such period
   */
  static Cohorts ask(
      StoreSession before,
      StoreSession after,
      CohortSplit split,
      Optional<Frame> endpoint,
      SumRules rules) {
    CohortSplit both =
        split instanceof ByAttribute values ? common(after, values, endpoint) : split;
    return new Cohorts(
        both,
        both.sliceMillis(),
        side(Requests.of(before, both, CohortPart.BASELINE).of(endpoint), both, rules),
        side(Requests.of(after, both, CohortPart.PROBLEM).of(endpoint), both, rules));
  }

  /** Without this, a version deployed in a busy hour would be blamed for the load. */
  private static ByAttribute common(
      StoreSession session, ByAttribute split, Optional<Frame> endpoint) {
    Period all = new PaneReader(session, split.time(), endpoint).time();
    ByAttribute values = new ByAttribute(split.baseline(), split.problem(), all);
    Period then = time(Requests.of(session, values, CohortPart.BASELINE).of(endpoint));
    Period now = time(Requests.of(session, values, CohortPart.PROBLEM).of(endpoint));
    long unit = CohortSplit.PANE_MILLIS;
    long first = Math.max(then.startMillis(), now.startMillis()) - all.startMillis();
    long last = Math.min(then.endMillis(), now.endMillis()) - 1 - all.startMillis();
    long start = all.startMillis() + first / unit * unit;
    long end = Math.min(all.endMillis(), all.startMillis() + (last / unit + 1) * unit);
    if (end <= start) {
      throw new QueryException(
          "--where and --against: their requests are from different times; use --before and"
              + " --after");
    }
    return new ByAttribute(values.baseline(), values.problem(), new Period(start, end));
  }

  private static Period time(Requests requests) {
    return requests
        .session()
        .rows(
            "SELECT min(time_millis), max(time_millis) + 1 FROM requests WHERE %s HAVING count(*) > 0"
                .formatted(requests.statistics()),
            row -> new Period(row.getLong(1), row.getLong(2)))
        .stream()
        .findFirst()
        .orElseThrow(
            () ->
                new QueryException(
                    "no complete request of this time has %s; give another value or time"
                        .formatted(requests.filter().attributes().get(0).text())));
  }

  private static Cohorts.Side side(Requests requests, CohortSplit split, SumRules rules) {
    StoreSession session = requests.session();
    KeptCohorts side =
        new KeptCohorts(
            rules,
            new RequestReplay(session.rules().replay()),
            requests.filter().time(),
            split.sliceMillis());
    for (KeptRequest request :
        KeptRequests.uniform(session, requests.filter().scope(), requests.condition())) {
      side.add(request);
    }
    side.panes.forEach(
        (name, ofEndpoint) -> {
          side.finish(name);
          ofEndpoint.forEach((millis, pane) -> side.sums.add(name, millis, pane));
        });
    double standsFor =
        session.row(
            "SELECT coalesce(sum(weight), 0) FROM requests WHERE " + requests.statistics(),
            row -> row.getDouble(1));
    return side.sums.side(
        side.rows,
        Math.round(standsFor) == side.complete
            ? Optional.empty()
            : Optional.of(new Basis(standsFor, side.complete, 0, false)));
  }

  private void add(KeptRequest request) {
    if (!current.equals(request.endpoint())) {
      finish(current);
      current = request.endpoint();
    }
    EndpointSums pane =
        panes
            .computeIfAbsent(current, added -> new HashMap<>())
            .computeIfAbsent(sums.paneOf(request.timeMillis()), added -> new EndpointSums(rules));
    RequestAnalysis analysis = replay.analyze(request);
    if (request.complete()) {
      complete++;
      pane.add(analysis);
      rows.computeIfAbsent(current, added -> new ArrayList<>())
          .add(RequestRow.of(request, replay.failedSteps(), analysis.criticalPath()));
    } else {
      pane.countIncomplete(analysis);
    }
  }

  /** Gives back what only counting needs. */
  private void finish(Frame endpoint) {
    panes.getOrDefault(endpoint, Map.of()).values().forEach(EndpointSums::finish);
  }
}
