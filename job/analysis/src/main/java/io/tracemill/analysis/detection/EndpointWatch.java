package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.RecentSums;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.Watch.Reason;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.sums.PaneCounts.Evidence;
import java.util.Optional;
import java.util.OptionalLong;

/** Decides whether an endpoint without incidents counts as healthy (semantics 8.6). */
final class EndpointWatch {
  /** With a larger part of incomplete requests, detection neither learns nor finds. */
  private static final double MAX_INCOMPLETE = 0.1;

  /** With a larger part of late spans, detection neither learns nor finds. */
  private static final double MAX_LATE = 0.01;

  /** These parts are measured over this many panes: five minutes of 30 s panes. */
  private static final int EVIDENCE_PANES = 10;

  /** A single pane with fewer requests is not judged by itself. */
  private static final int MIN_PANE_REQUESTS = 20;

  private final PaneClock clock;
  private final int minRequests;

  EndpointWatch(PaneClock clock, int minRequests) {
    this.clock = clock;
    this.minRequests = minRequests;
  }

  /** The reason why an endpoint's traces cannot be trusted, if there is one. */
  Optional<Reason> disbelief(EndpointRows rows) {
    return disbelief(rows, clock.first(EVIDENCE_PANES), 0)
        .or(() -> disbelief(rows, clock.size() - 1, MIN_PANE_REQUESTS));
  }

  private Optional<Reason> disbelief(EndpointRows rows, int first, int minimum) {
    Evidence evidence = rows.evidence(clock, first);
    if (evidence.requests() < minimum) {
      return Optional.empty();
    }
    if (evidence.incomplete() > MAX_INCOMPLETE * evidence.requests()) {
      return Optional.of(Reason.INCOMPLETE);
    }
    return evidence.lateSpans() > MAX_LATE * evidence.spans()
        ? Optional.of(Reason.LATE)
        : Optional.empty();
  }

  /** The endpoint's state. */
  Watch of(EndpointRows rows) {
    Optional<Reason> disbelief = disbelief(rows);
    if (disbelief.isPresent()) {
      return new Watch(WatchState.BLIND, disbelief, OptionalLong.empty());
    }
    RecentSums sums = new RecentSums(clock);
    rows.place(Place.Request.WHOLE).ifPresent(sums::fill);
    int missing = sums.missingPanes(clock.first(clock.windows()[0]));
    if (missing > 0) {
      long until = clock.now() + missing * clock.paneMillis();
      return new Watch(WatchState.LEARNING, Optional.of(Reason.NEW), OptionalLong.of(until));
    }
    return sums.requests(clock.firstOfLongest()) < minRequests
        ? new Watch(WatchState.BLIND, Optional.of(Reason.FEW_REQUESTS), OptionalLong.empty())
        : new Watch(WatchState.WATCHING, Optional.empty(), OptionalLong.empty());
  }
}
