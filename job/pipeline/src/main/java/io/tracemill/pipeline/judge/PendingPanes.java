package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Panes that are not judged yet. It adds up the parts counted by the tasks. It judges a pane when
 * the watermark passes the pane's end, the oldest pane first, endpoints in order of name.
 *
 * <p>While incidents are open, it also judges panes without any request, so that incidents can end.
 * At the end of input it judges such a pane only before the last pane with requests; firing
 * incidents then stay open.
 */
final class PendingPanes {
  /** No pane begins then. */
  static final long NEVER = Long.MAX_VALUE;

  private final long paneMillis;
  private final SortedMap<Long, SortedMap<Frame, PaneCounts>> panes = new TreeMap<>();

  /** Start of the pane after the last judged one. */
  private long nextMillis;

  /**
   * @param nextMillis start of the pane after the last judged one; {@link #NEVER} if none was
   *     judged
   */
  PendingPanes(long paneMillis, long nextMillis) {
    this.paneMillis = paneMillis;
    this.nextMillis = nextMillis;
  }

  /** Adds a part; returns false if it is too late, because its pane was already judged. */
  boolean add(PaneCounts part) {
    if (nextMillis != NEVER && part.paneMillis() < nextMillis) {
      return false;
    }
    panes
        .computeIfAbsent(part.paneMillis(), start -> new TreeMap<>())
        .merge(part.endpoint(), part, PaneCounts::plus);
    return true;
  }

  /** Judges all panes that end at or before {@code watermarkMillis}. */
  void judge(long watermarkMillis, Detector detector, Consumer<Judgement> out) {
    for (long start = next(watermarkMillis, detector);
        start != NEVER && start + paneMillis <= watermarkMillis;
        start = next(watermarkMillis, detector)) {
      Map<Frame, PaneCounts> pane = panes.remove(start);
      nextMillis = start + paneMillis;
      Collection<PaneCounts> counts =
          pane == null ? new TreeMap<Frame, PaneCounts>().values() : pane.values();
      out.accept(detector.judge(nextMillis, counts));
    }
  }

  private long next(long watermarkMillis, Detector detector) {
    long withRequests = panes.isEmpty() ? NEVER : panes.firstKey();
    boolean goesOn = watermarkMillis < Long.MAX_VALUE || !panes.isEmpty();
    return goesOn && detector.openIncidents() > 0
        ? Math.min(nextMillis, withRequests)
        : withRequests;
  }

  /** Start of the pane after the last judged one; {@link #NEVER} if none was judged. */
  long nextMillis() {
    return nextMillis;
  }

  /** All waiting parts, the oldest pane first. */
  Stream<PaneCounts> parts() {
    return panes.values().stream().flatMap(pane -> pane.values().stream());
  }
}
