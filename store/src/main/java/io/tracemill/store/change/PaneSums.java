package io.tracemill.store.change;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.store.layout.StoredPane;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sums of the panes within a period, merged as the job merges them. One thread adds panes in
 * any order, then reads.
 */
final class PaneSums {
  private final Period time;
  private final long paneMillis;
  private final SumRules rules;
  private final SortedMap<Frame, EndpointSums> requests = new TreeMap<>();
  private final SortedMap<Long, Map<Frame, PaneCounts>> counts = new TreeMap<>();
  private int otherVersions;

  /**
   * Empty sums.
   *
   * @param time ends at the edges of panes
   * @param paneMillis length of the panes in which it counts, from the start of the time on
   */
  PaneSums(Period time, long paneMillis, SumRules rules) {
    this.time = time;
    this.paneMillis = paneMillis;
    this.rules = rules;
  }

  /** Adds a pane, unless another version of the job wrote it. */
  void add(StoredPane pane) throws IOException {
    if (!pane.isReadable()) {
      otherVersions++;
      return;
    }
    add(pane.endpoint(), pane.timeMillis(), pane.sums(rules));
  }

  /** Adds the sums of an endpoint in a pane, or in a part of one, that begins at this time. */
  void add(Frame endpoint, long timeMillis, EndpointSums sums) {
    long start = paneOf(timeMillis);
    counts
        .computeIfAbsent(start, unused -> new TreeMap<>())
        .merge(endpoint, sums.counts(endpoint, start), PaneCounts::plus);
    requests.computeIfAbsent(endpoint, unused -> new EndpointSums(rules)).merge(sums);
  }

  /** The start of the pane of a time. */
  long paneOf(long timeMillis) {
    return timeMillis - Math.floorMod(timeMillis - time.startMillis(), paneMillis);
  }

  /** The sums of all requests, by endpoint. */
  SortedMap<Frame, EndpointSums> requests() {
    return requests;
  }

  /** The number of panes that another version wrote. */
  int otherVersions() {
    return otherVersions;
  }

  /**
   * The cohort.
   *
   * @param rows by endpoint, some of its requests
   * @param basis the requests that the counted ones stand for, unless all are counted
   */
  Cohorts.Side side(Map<Frame, List<RequestRow>> rows, Optional<Basis> basis) {
    List<Collection<PaneCounts>> inOrder = new ArrayList<>();
    counts.values().forEach(pane -> inOrder.add(List.copyOf(pane.values())));
    return new Cohorts.Side(time, requests, rows, inOrder, basis);
  }
}
