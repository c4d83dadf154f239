package io.tracemill.query.change;

import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.analysis.index.IndexedPane.Kind;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.PaneCountsCodec;
import io.tracemill.pipeline.serialization.StateVersion;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The sums of the panes within a period, merged as the job merges them. One thread adds panes in
 * any order, then reads.
 */
final class PaneSums {
  private static final PaneCountsCodec COUNTS = new PaneCountsCodec();

  private final Period time;
  private final ProfileLimits limits;
  private final SortedMap<Frame, EndpointAccumulator> requests = new TreeMap<>();
  private final SortedMap<Long, Map<Frame, PaneCounts>> counts = new TreeMap<>();
  private long countMillis = CohortSplit.PANE_MILLIS;
  private int otherVersions;

  /**
   * Empty sums.
   *
   * @param time ends at the edges of panes
   */
  PaneSums(Period time, ProfileLimits limits) {
    this.time = time;
    this.limits = limits;
  }

  /** Adds a pane, unless another version of the job wrote it. */
  void add(IndexedPane pane) throws IOException {
    if (pane.version() != StateVersion.CURRENT) {
      otherVersions++;
      return;
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(pane.bytes()));
    if (pane.kind() == Kind.PROFILE) {
      requests
          .computeIfAbsent(pane.endpoint(), unused -> new EndpointAccumulator(limits))
          .merge(EndpointAccumulator.read(in, limits));
    } else {
      countMillis = Math.max(countMillis, pane.lengthMillis());
      counts
          .computeIfAbsent(pane.timeMillis(), unused -> new TreeMap<>())
          .merge(pane.endpoint(), COUNTS.read(in).startingAt(pane.timeMillis()), PaneCounts::plus);
    }
  }

  Period time() {
    return time;
  }

  /** The sums of all requests, by endpoint. */
  SortedMap<Frame, EndpointAccumulator> requests() {
    return requests;
  }

  /** The number of panes that another version wrote. */
  int otherVersions() {
    return otherVersions;
  }

  /** The shortest length of panes in which {@link #side} can count. */
  long paneMillis() {
    long most = CohortSplit.MAX_PANES * countMillis;
    return countMillis * ((time.lengthMillis() + most - 1) / most);
  }

  /** The cohort, counted in panes of this length from its start on. */
  Cohorts.Side side(long paneMillis) {
    SortedMap<Long, Map<Frame, PaneCounts>> panes = new TreeMap<>();
    counts.forEach(
        (start, parts) -> {
          long pane = start - Math.floorMod(start - time.startMillis(), paneMillis);
          Map<Frame, PaneCounts> into = panes.computeIfAbsent(pane, unused -> new TreeMap<>());
          parts.forEach(
              (endpoint, part) -> into.merge(endpoint, part.startingAt(pane), PaneCounts::plus));
        });
    List<Collection<PaneCounts>> inOrder = new ArrayList<>();
    panes.values().forEach(pane -> inOrder.add(List.copyOf(pane.values())));
    return new Cohorts.Side(time, requests, inOrder);
  }
}
