package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.EndpointWatch.Reason;
import io.tracemill.analysis.pane.PaneCounts.Evidence;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.WatchState;
import java.util.Optional;
import java.util.OptionalLong;

/** How far silence about an endpoint means health (semantics 8.6). */
final class Watch {
  /** A larger part of incomplete requests, and nothing is learned or found. */
  private static final double MAX_INCOMPLETE = 0.1;

  /** A larger part of late spans, and nothing is learned or found. */
  private static final double MAX_LATE = 0.01;

  /** The panes over which these parts are looked at: five minutes of 30 s. */
  private static final int EVIDENCE_PANES = 10;

  /** Fewer requests of one pane do not tell by themselves. */
  private static final int MIN_PANE_REQUESTS = 20;

  private final Grid grid;
  private final PaneClock clock;
  private final int minRequests;

  Watch(Grid grid, PaneClock clock, int minRequests) {
    this.grid = grid;
    this.clock = clock;
    this.minRequests = minRequests;
  }

  /** Why what is seen of an endpoint cannot be believed, if so. */
  Optional<Reason> disbelief(EndpointRows rows) {
    return disbelief(rows, clock.first(EVIDENCE_PANES))
        .or(() -> disbelief(rows, clock.size() - 1).filter(reason -> isMany(rows)));
  }

  /** A single pane tells by itself only where it has some requests. */
  private boolean isMany(EndpointRows rows) {
    int newest = clock.size() - 1;
    return rows.requests(clock, newest) + rows.evidence(clock, newest).incomplete()
        >= MIN_PANE_REQUESTS;
  }

  private Optional<Reason> disbelief(EndpointRows rows, int first) {
    Evidence evidence = rows.evidence(clock, first);
    double requests = rows.requests(clock, first) + (double) evidence.incomplete();
    if (evidence.incomplete() > MAX_INCOMPLETE * requests) {
      return Optional.of(Reason.INCOMPLETE);
    }
    return evidence.lateSpans() > MAX_LATE * evidence.spans()
        ? Optional.of(Reason.LATE)
        : Optional.empty();
  }

  /** The endpoint's state. */
  EndpointWatch of(EndpointRows rows) {
    Optional<Reason> disbelief = disbelief(rows);
    if (disbelief.isPresent()) {
      return new EndpointWatch(rows.endpoint(), WatchState.BLIND, disbelief, OptionalLong.empty());
    }
    int shortest = clock.first(grid.windows()[0]);
    RecentSums sums = new RecentSums(clock);
    rows.place(Place.Request.WHOLE).ifPresent(sums::fill);
    if (!sums.isBaselineEnough(shortest)) {
      long panes = Math.max(1, sums.missingPanes(shortest));
      long until = clock.now() + panes * grid.paneMillis();
      return new EndpointWatch(
          rows.endpoint(), WatchState.LEARNING, Optional.of(Reason.NEW), OptionalLong.of(until));
    }
    boolean few = sums.requests(clock.firstOfLongest()) < minRequests;
    return new EndpointWatch(
        rows.endpoint(),
        few ? WatchState.BLIND : WatchState.WATCHING,
        few ? Optional.of(Reason.FEW_REQUESTS) : Optional.empty(),
        OptionalLong.empty());
  }
}
