package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Panes that are not judged yet: the parts that the tasks counted are added up, and when time
 * passes a pane's end, it is judged, the oldest pane first, its endpoints in order of name.
 *
 * <p>While incidents are open, panes without any request are judged too, so that incidents end. At
 * the end of input only those before the last pane with requests are: what fires then stays so.
 */
final class PendingPanes {
  /** No pane begins then. */
  static final long NEVER = Long.MAX_VALUE;

  private final long paneMillis;
  private final SortedMap<Long, SortedMap<Frame, PaneCounts>> panes = new TreeMap<>();

  /** Start of the pane behind the last one that was judged. */
  private long nextMillis;

  /**
   * @param nextMillis start of the pane behind the last one that was judged; {@link #NEVER} if none
   *     was
   */
  PendingPanes(long paneMillis, long nextMillis) {
    this.paneMillis = paneMillis;
    this.nextMillis = nextMillis;
  }

  /** Adds a part; false if its pane has been judged, so that it comes too late. */
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

  /** Start of the pane behind the last one that was judged; {@link #NEVER} if none was. */
  long nextMillis() {
    return nextMillis;
  }

  /** All parts that wait, the oldest pane first. */
  Stream<PaneCounts> parts() {
    return panes.values().stream().flatMap(pane -> pane.values().stream());
  }
}
