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
  private static final long serialVersionUID = 1;

  /** The most panes of an endpoint's requests in state: two sums a pane, and the history. */
  public long maxPanes() {
    long panes = windowMillis / paneMillis + 1;
    long blockPanes = RequestHistory.blockMillis(paneMillis) / paneMillis;
    return 3 * panes + (explains ? (RequestHistory.BLOCKS + 1) * blockPanes : 0);
  }
}
