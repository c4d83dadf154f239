package io.tracemill.analysis.hotspot;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.Hotspot;
import io.tracemill.analysis.record.Hotspot.Caller;
import io.tracemill.analysis.record.Hotspot.Share;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Adds up the frames of many endpoints, in any order. It selects the largest shares and callers of
 * a frame only for the result. Its memory depends on the number of distinct (endpoint, frame)
 * pairs.
 */
public final class HotspotTable {
  /** The number of frames that a window's ranking lists. */
  public static final int RANKED = 100;

  /** The most shares and callers of a hotspot. */
  static final int LISTED = 20;

  private static final class Entry {
    private long exclusiveNanos;
    private long endpoints;
    private long traces;
    private long tracesPresent;
    private final Map<Frame, Share> shares = new TreeMap<>();
    private final Map<Frame, Long> callers = new HashMap<>();
  }

  private final Map<Frame, Entry> frames = new HashMap<>();

  /** Adds the frames of one endpoint's requests. */
  public void add(Frame endpoint, Map<Frame, FrameCosts.Cost> sums) {
    long total = sums.values().stream().mapToLong(FrameCosts.Cost::exclusiveNanos).sum();
    sums.forEach(
        (frame, sum) -> {
          Entry entry = frames.computeIfAbsent(frame, added -> new Entry());
          entry.exclusiveNanos += sum.exclusiveNanos();
          entry.endpoints += sum.traces() > 0 ? 1 : 0;
          entry.traces += sum.traces();
          entry.tracesPresent += sum.tracesPresent();
          if (sum.exclusiveNanos() > 0) {
            entry.shares.put(
                endpoint,
                new Share(
                    endpoint.service(),
                    endpoint.operation(),
                    sum.exclusiveNanos(),
                    (double) sum.exclusiveNanos() / total));
          }
          sum.callers().forEach((caller, nanos) -> entry.callers.merge(caller, nanos, Long::sum));
        });
  }

  /** The frames that cost most in a window, the costliest first. */
  public List<Hotspot> ranked(Period window, int limit) {
    List<Hotspot> ranked = new ArrayList<>();
    frames.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<Frame, Entry>>comparingLong(e -> -e.getValue().exclusiveNanos)
                .thenComparing(Map.Entry::getKey))
        .limit(limit)
        .forEach(
            entry ->
                ranked.add(hotspot(window, ranked.size() + 1, entry.getKey(), entry.getValue())));
    return ranked;
  }

  private static Hotspot hotspot(Period window, int rank, Frame frame, Entry entry) {
    return new Hotspot(
        window,
        rank,
        frame.service(),
        frame.operation(),
        entry.exclusiveNanos,
        entry.endpoints,
        entry.traces,
        entry.tracesPresent,
        entry.shares.values().stream()
            .sorted(Comparator.comparingLong(share -> -share.exclusiveNanos()))
            .limit(LISTED)
            .toList(),
        entry.callers.entrySet().stream()
            .sorted(
                Map.Entry.<Frame, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(LISTED)
            .map(
                caller ->
                    new Caller(
                        caller.getKey().service(), caller.getKey().operation(), caller.getValue()))
            .toList());
  }
}
