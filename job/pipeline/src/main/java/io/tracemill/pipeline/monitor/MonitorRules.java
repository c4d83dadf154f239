package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.profile.ProfileLimits;
import java.io.Serializable;

/**
 * What the monitor keeps of an endpoint.
 *
 * @param windowMillis of profiles, a whole multiple of the slide
 * @param maxIdle while a task keeps more endpoints than this, it forgets those without traffic in a
 *     window
 * @param explained how incidents are explained
 * @param changePaneMillis length of a pane in which changes are looked for; 0 where they are not,
 *     so that nothing is kept to explain them
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

  /** Whether incidents are looked for, and requests kept to explain them. */
  public boolean explains() {
    return changePaneMillis > 0;
  }

  /** The most slides that an endpoint's requests are kept of: two sums a pane, and the history. */
  public long maxSlides() {
    long panes = windowMillis / slideMillis + 1;
    long blockSlides = RequestHistory.blockMillis(slideMillis) / slideMillis;
    return 3 * panes + (explains() ? (RequestHistory.BLOCKS + 1) * blockSlides : 0);
  }
}
