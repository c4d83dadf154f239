package io.tracemill.store.change;

import io.tracemill.analysis.cohort.AttributeValue;
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
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two cohorts of requests with different values of an attribute, from the time that both have.
 * Their sums are made from kept requests, by the same counting as in the job.
 */
public final class AttributeCohorts {
  private final SumRules rules;
  private final long paneMillis;
  private final SortedMap<Long, Map<Frame, EndpointSums>> panes = new TreeMap<>();
  private final SortedMap<Long, Map<Frame, List<RequestRow>>> rows = new TreeMap<>();

  private AttributeCohorts(SumRules rules, long paneMillis) {
    this.rules = rules;
    this.paneMillis = paneMillis;
  }

  /**
   * Reads both cohorts. A request with both values belongs to the problem.
   *
   * @throws QueryException if the values are from different times
   */
  public static Cohorts ask(StoreSession session, ByAttribute split, SumRules rules) {
    long paneMillis = session.rules().paneMillis();
    AttributeCohorts before = new AttributeCohorts(rules, paneMillis);
    AttributeCohorts after = new AttributeCohorts(rules, paneMillis);
    RequestReplay replay = new RequestReplay(session.rules().replay());
    for (KeptRequest request : KeptRequests.of(session, Filter.ALL.during(split.time()))) {
      if (split.problem().isIn(request.attributes())) {
        after.add(request, replay);
      } else if (split.baseline().isIn(request.attributes())) {
        before.add(request, replay);
      }
    }
    Period time = before.timeWith(after, split.baseline());
    return new Cohorts(
        new ByAttribute(split.baseline(), split.problem(), time),
        paneMillis,
        before.side(time),
        after.side(time));
  }

  private void add(KeptRequest request, RequestReplay replay) {
    long start = Math.floorDiv(request.timeMillis(), paneMillis) * paneMillis;
    RequestAnalysis analysis = replay.analyze(request);
    EndpointSums sums =
        panes
            .computeIfAbsent(start, added -> new HashMap<>())
            .computeIfAbsent(request.endpoint(), added -> new EndpointSums(rules));
    if (request.complete()) {
      sums.add(analysis);
      rows.computeIfAbsent(start, added -> new HashMap<>())
          .computeIfAbsent(request.endpoint(), added -> new ArrayList<>())
          .add(RequestRow.of(request, replay));
    } else {
      sums.countIncomplete(analysis);
    }
  }

  /** Without this, a version that was deployed in a busy hour would be blamed for the load. */
  private Period timeWith(AttributeCohorts other, AttributeValue value) {
    if (panes.isEmpty() || other.panes.isEmpty()) {
      throw new QueryException("no request has both values; %s is one".formatted(value.text()));
    }
    long start = Math.max(panes.firstKey(), other.panes.firstKey());
    long end = Math.min(panes.lastKey(), other.panes.lastKey()) + paneMillis;
    if (end <= start) {
      throw new QueryException(
          "--where and --against: their requests are from different times; use --before and"
              + " --after");
    }
    return new Period(start, end);
  }

  private Cohorts.Side side(Period time) {
    List<Map<Frame, EndpointSums>> inTime =
        List.copyOf(panes.subMap(time.startMillis(), time.endMillis()).values());
    inTime.forEach(pane -> pane.values().forEach(EndpointSums::finish));
    Map<Frame, List<RequestRow>> sampled = new HashMap<>();
    rows.subMap(time.startMillis(), time.endMillis())
        .values()
        .forEach(
            pane ->
                pane.forEach(
                    (endpoint, some) ->
                        sampled
                            .computeIfAbsent(endpoint, added -> new ArrayList<>())
                            .addAll(some)));
    return Cohorts.Side.of(time, rules, inTime, sampled);
  }
}
