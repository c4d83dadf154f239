package io.tracemill.pipeline.analyse;

import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How many spans came too late, by pane and endpoint, until it is handed on (ADR 18). Of a pane so
 * many endpoints are admitted, however often it is handed on meanwhile; late spans of further ones
 * are nobody's evidence.
 */
final class LateEvidence {
  private final long paneMillis;
  private final int maxEndpoints;
  private final TreeMap<Long, Map<Frame, Long>> panes = new TreeMap<>();
  private final TreeMap<Long, Set<Frame>> admitted = new TreeMap<>();

  LateEvidence(long paneMillis, int maxEndpoints) {
    this.paneMillis = paneMillis;
    this.maxEndpoints = maxEndpoints;
  }

  /** A span of the endpoint came too late, as was seen at {@code timeMillis}. */
  void add(Frame endpoint, long timeMillis) {
    long pane = timeMillis - Math.floorMod(timeMillis, paneMillis);
    Set<Frame> names = admitted.computeIfAbsent(pane, start -> new HashSet<>());
    if (names.contains(endpoint) || (names.size() < maxEndpoints && names.add(endpoint))) {
      panes.computeIfAbsent(pane, start -> new HashMap<>()).merge(endpoint, 1L, Long::sum);
    }
  }

  /** Takes what was counted. */
  @FunctionalInterface
  interface Taker {
    void take(Frame endpoint, long paneMillis, long spans);
  }

  /** Hands on what was counted in panes that end at or before {@code millis}. */
  void drain(long millis, Taker taker) {
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Map<Frame, Long>> pane = panes.pollFirstEntry();
      pane.getValue().forEach((endpoint, spans) -> taker.take(endpoint, pane.getKey(), spans));
    }
  }

  /** Nothing comes any more of panes that end at or before {@code millis}. */
  void forget(long millis) {
    admitted.headMap(millis - paneMillis, true).clear();
  }
}
