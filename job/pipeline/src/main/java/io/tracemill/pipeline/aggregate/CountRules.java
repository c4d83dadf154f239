package io.tracemill.pipeline.aggregate;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.pane.DurationScale;
import io.tracemill.analysis.pane.PaneCounter;
import io.tracemill.analysis.pane.PaneLimits;
import java.io.Serializable;

/**
 * The rules of counting for change detection.
 *
 * @param enabled whether anything is counted
 * @param grid the panes of the counts
 * @param scale the bins of durations
 */
public record CountRules(boolean enabled, PaneGrid grid, DurationScale scale)
    implements Serializable {
  /** Nothing is counted. */
  public static final CountRules OFF =
      new CountRules(false, PaneGrid.every(1), new DurationScale(1));

  public CountRules {
    requireNonNull(grid, "grid");
    requireNonNull(scale, "scale");
  }

  /** Counts in panes of this length, aligned to the epoch. */
  public static CountRules every(long paneMillis, DurationScale scale) {
    return new CountRules(true, PaneGrid.every(paneMillis), scale);
  }

  /** An empty counter. */
  public PaneCounter counter() {
    return new PaneCounter(scale, PaneLimits.STANDARD);
  }
}
