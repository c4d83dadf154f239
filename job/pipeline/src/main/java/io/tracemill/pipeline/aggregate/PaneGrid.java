package io.tracemill.pipeline.aggregate;

import java.io.Serializable;

/**
 * The division of time into panes.
 *
 * @param originMillis start of any one pane, milliseconds since the epoch
 * @param paneMillis length of a pane
 */
public record PaneGrid(long originMillis, long paneMillis) implements Serializable {
  /** Panes of this length, aligned to the epoch. */
  public static PaneGrid every(long paneMillis) {
    return new PaneGrid(0, paneMillis);
  }

  /** The start of the pane that contains this time. */
  public long startOf(long timeMillis) {
    return timeMillis - Math.floorMod(timeMillis - originMillis, paneMillis);
  }
}
