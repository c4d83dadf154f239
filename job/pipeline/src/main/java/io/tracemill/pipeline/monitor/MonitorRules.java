package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.profile.ProfileLimits;
import java.io.Serializable;

/**
 * Rules for the monitor's state of an endpoint.
 *
 * @param windowMillis length of a profile's window, a whole multiple of the slide
 * @param maxIdle while a task keeps more endpoints than this, it forgets endpoints without traffic
 *     in a window
 * @param explained rules for explaining incidents
 * @param changePaneMillis length of a pane of change detection; 0 if detection is off, so that
 *     nothing is kept for explanations
 */
public record MonitorRules(
    ProfileLimits limits,
    long windowMillis,
    long slideMillis,
    int maxIdle,
    ExplanationRules explained,
    long changePaneMillis)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** Whether detection is on, so that requests are kept to explain incidents. */
  public boolean explains() {
    return changePaneMillis > 0;
  }

  /** The most slides of an endpoint's requests in state: two sums a pane, and the history. */
  public long maxSlides() {
    long panes = windowMillis / slideMillis + 1;
    long blockSlides = RequestHistory.blockMillis(slideMillis) / slideMillis;
    return 3 * panes + (explains() ? (RequestHistory.BLOCKS + 1) * blockSlides : 0);
  }
}
