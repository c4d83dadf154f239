package io.tracemill.store.change;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.CohortSplit.ByAttribute;
import io.tracemill.analysis.cohort.CohortSplit.ByTime;
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
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Two cohorts of requests from a store that keeps every request: two ranges of time, to the
 * millisecond, or two values of an attribute. Their sums are made by the same counting as in the
 * job.
 */
public final class KeptCohorts {
  private final SumRules rules;
  private final long startMillis;
  private final long paneMillis;
  private final SortedMap<Long, Map<Frame, EndpointSums>> panes = new TreeMap<>();
  private final SortedMap<Long, Map<Frame, List<RequestRow>>> rows = new TreeMap<>();

  /** The endpoint of the last request; files are sorted by endpoint. */
  private Frame current = Frame.of("", "");

  private KeptCohorts(SumRules rules, CohortSplit split, CohortPart part) {
    this.rules = rules;
    this.startMillis = split.periodOf(part).startMillis();
    this.paneMillis = split.sliceMillis();
  }

  /**
   * Reads both cohorts. A request with both values of an attribute belongs to the problem. Cohorts
   * of an attribute are cut to the time from which both have requests.
   *
   * @param endpoint the only endpoint; empty for all
   * @throws QueryException if the values are from different times
   */
  public static Cohorts ask(
      StoreSession session, CohortSplit split, Optional<Frame> endpoint, SumRules rules) {
    Filter filter = endpoint.map(Filter.ALL::of).orElse(Filter.ALL);
    KeptCohorts before = new KeptCohorts(rules, split, CohortPart.BASELINE);
    KeptCohorts after = new KeptCohorts(rules, split, CohortPart.PROBLEM);
    RequestReplay replay = new RequestReplay(session.rules().replay());
    if (split instanceof ByTime ranges) {
      before.addAll(all(session, filter, ranges.baseline()), replay);
      after.addAll(all(session, filter, ranges.problem()), replay);
      return cohorts(split, before, ranges.baseline(), after, ranges.problem());
    }
    ByAttribute values = (ByAttribute) split;
    for (KeptRequest request : all(session, filter, values.time())) {
      if (values.problem().isIn(request.attributes())) {
        after.add(request, replay);
      } else if (values.baseline().isIn(request.attributes())) {
        before.add(request, replay);
      }
    }
    Period time = before.timeWith(after, values.baseline());
    return cohorts(
        new ByAttribute(values.baseline(), values.problem(), time), before, time, after, time);
  }

  private static Cohorts cohorts(
      CohortSplit split, KeptCohorts before, Period earlier, KeptCohorts after, Period later) {
    return new Cohorts(split, before.paneMillis, before.side(earlier), after.side(later));
  }

  private static KeptRequests all(StoreSession session, Filter filter, Period time) {
    return KeptRequests.where(session, filter.during(time).condition());
  }

  private void addAll(KeptRequests requests, RequestReplay replay) {
    for (KeptRequest request : requests) {
      add(request, replay);
    }
  }

  private void add(KeptRequest request, RequestReplay replay) {
    long start =
        startMillis + Math.floorDiv(request.timeMillis() - startMillis, paneMillis) * paneMillis;
    if (!current.equals(request.endpoint())) {
      finish(current);
      current = request.endpoint();
    }
    RequestAnalysis analysis = replay.analyze(request);
    EndpointSums sums =
        panes
            .computeIfAbsent(start, added -> new HashMap<>())
            .computeIfAbsent(request.endpoint(), added -> new EndpointSums(rules));
    if (request.complete()) {
      sums.add(analysis);
      rows.computeIfAbsent(start, added -> new HashMap<>())
          .computeIfAbsent(request.endpoint(), added -> new ArrayList<>())
          .add(RequestRow.of(request, analysis.criticalPath()));
    } else {
      sums.countIncomplete(analysis);
    }
  }

  /** Gives back what only counting needs. */
  private void finish(Frame endpoint) {
    panes
        .values()
        .forEach(pane -> Optional.ofNullable(pane.get(endpoint)).ifPresent(EndpointSums::finish));
  }

  /** Without this, a version that was deployed in a busy hour would be blamed for the load. */
  private Period timeWith(KeptCohorts other, AttributeValue value) {
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
