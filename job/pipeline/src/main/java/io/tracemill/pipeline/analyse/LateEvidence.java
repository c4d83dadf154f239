package io.tracemill.pipeline.analyse;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.AdmittedEndpoints;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many spans came too late, by pane and endpoint, until it is handed on (ADR 18). Those of
 * endpoints that are not admitted to the pane are nobody's evidence.
 */
final class LateEvidence {
  private final long paneMillis;
  private final AdmittedEndpoints admitted;
  private final TreeMap<Long, Map<Frame, Long>> panes = new TreeMap<>();

  LateEvidence(long paneMillis, int maxEndpoints) {
    this.paneMillis = paneMillis;
    this.admitted = new AdmittedEndpoints(paneMillis, maxEndpoints);
  }

  /** A span of the endpoint came too late, as was seen at {@code timeMillis}. */
  void add(Frame endpoint, long timeMillis) {
    long pane = timeMillis - Math.floorMod(timeMillis, paneMillis);
    if (admitted.admits(endpoint, pane)) {
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
    admitted.forget(millis);
  }
}
