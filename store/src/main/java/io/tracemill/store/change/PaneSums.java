package io.tracemill.store.change;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.comparison.Cohorts;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.pane.PaneCountsBytes;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredPane.Kind;
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
  private final Period time;
  private final long paneMillis;
  private final ProfileLimits limits;
  private final SortedMap<Frame, EndpointAccumulator> requests = new TreeMap<>();
  private final SortedMap<Long, Map<Frame, PaneCounts>> counts = new TreeMap<>();
  private int otherVersions;

  /**
   * Empty sums.
   *
   * @param time ends at the edges of panes
   * @param paneMillis length of the panes in which it counts, from the start of the time on
   */
  PaneSums(Period time, long paneMillis, ProfileLimits limits) {
    this.time = time;
    this.paneMillis = paneMillis;
    this.limits = limits;
  }

  /** Adds a pane, unless another version of the job wrote it. */
  void add(StoredPane pane) throws IOException {
    if (pane.version() != StoredPane.VERSION) {
      otherVersions++;
      return;
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(pane.bytes()));
    if (pane.kind() == Kind.PROFILE) {
      requests
          .computeIfAbsent(pane.endpoint(), unused -> new EndpointAccumulator(limits))
          .merge(EndpointAccumulator.read(in, limits));
    } else {
      long start =
          pane.timeMillis() - Math.floorMod(pane.timeMillis() - time.startMillis(), paneMillis);
      counts
          .computeIfAbsent(start, unused -> new TreeMap<>())
          .merge(pane.endpoint(), PaneCountsBytes.read(in).startingAt(start), PaneCounts::plus);
    }
  }

  /** The sums of all requests, by endpoint. */
  SortedMap<Frame, EndpointAccumulator> requests() {
    return requests;
  }

  /** The number of panes that another version wrote. */
  int otherVersions() {
    return otherVersions;
  }

  /** The cohort. */
  Cohorts.Side side() {
    List<Collection<PaneCounts>> inOrder = new ArrayList<>();
    counts.values().forEach(pane -> inOrder.add(List.copyOf(pane.values())));
    return new Cohorts.Side(time, requests, inOrder);
  }
}
