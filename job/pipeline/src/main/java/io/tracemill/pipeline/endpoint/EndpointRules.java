package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.sums.SumRules;
import java.io.Serializable;

/**
 * Rules for the state of an endpoint.
 *
 * @param paneMillis length of a pane
 * @param windowMillis length of a profile's window, a whole multiple of the slide
 * @param slideMillis a whole multiple of the pane
 * @param maxIdle while a task keeps more endpoints than this, it forgets endpoints without traffic
 *     in a window
 * @param explains whether incidents are explained, so that requests are kept for it
 * @param explained rules for explaining incidents
 */
public record EndpointRules(
    SumRules sums,
    long paneMillis,
    long windowMillis,
    long slideMillis,
    int maxIdle,
    boolean explains,
    ExplanationRules explained)
    implements Serializable {
  /** The most panes of an endpoint's requests in state. */
  public long maxPanes() {
    return Math.max(windowMillis / paneMillis, explains ? RequestHistory.PANES : 0) + 1;
  }

  /** The start of the oldest pane that anything needs after {@code nowMillis}. */
  long oldest(long nowMillis) {
    long now = Math.floorDiv(nowMillis, paneMillis) * paneMillis;
    long ofWindow = now - windowMillis + paneMillis;
    return explains ? Math.min(ofWindow, now - RequestHistory.PANES * paneMillis) : ofWindow;
  }
}
