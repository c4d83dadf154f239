package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.span.Frame;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/**
 * The first endpoints of each pane, up to a limit. They stay so however often what was gathered of
 * them is handed on before the pane is over.
 */
public final class AdmittedEndpoints {
  private final long paneMillis;
  private final int maxEndpoints;
  private final TreeMap<Long, Set<Frame>> panes = new TreeMap<>();

  /**
   * None yet.
   *
   * @param maxEndpoints of a pane
   */
  public AdmittedEndpoints(long paneMillis, int maxEndpoints) {
    this.paneMillis = paneMillis;
    this.maxEndpoints = maxEndpoints;
  }

  /** Whether the endpoint is one of those of the pane that starts at {@code startMillis}. */
  public boolean admits(Frame endpoint, long startMillis) {
    Set<Frame> names = panes.computeIfAbsent(startMillis, start -> new HashSet<>());
    if (names.size() < maxEndpoints) {
      names.add(endpoint);
    }
    return names.contains(endpoint);
  }

  /** Nothing comes any more of panes that end at or before {@code millis}. */
  public void forget(long millis) {
    panes.headMap(millis - paneMillis, true).clear();
  }
}
