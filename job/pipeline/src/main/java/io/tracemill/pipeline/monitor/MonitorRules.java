package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.explanation.HistoryGrid;
import io.tracemill.analysis.profile.ProfileLimits;
import java.io.Serializable;
import java.util.Optional;

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

  /** What is kept to explain incidents; none where none are looked for. */
  public Optional<HistoryGrid> history() {
    return changePaneMillis == 0 ? Optional.empty() : Optional.of(HistoryGrid.of(slideMillis));
  }

  /** The most slides that an endpoint's requests are kept of: two sums a pane, and the history. */
  public long maxSlides() {
    long panes = windowMillis / slideMillis + 1;
    return 3 * panes + history().map(HistoryGrid::maxMillis).orElse(0L) / slideMillis;
  }
}
