package io.tracemill.pipeline.aggregate;

import java.io.Serializable;

/**
 * How time is cut into panes.
 *
 * @param originMillis when some pane begins, milliseconds since the epoch
 * @param paneMillis how long each is
 */
public record PaneGrid(long originMillis, long paneMillis) implements Serializable {
  /** Panes of this length, aligned to the epoch. */
  public static PaneGrid every(long paneMillis) {
    return new PaneGrid(0, paneMillis);
  }

  /** Start of the pane that this time is in. */
  public long startOf(long timeMillis) {
    return timeMillis - Math.floorMod(timeMillis - originMillis, paneMillis);
  }
}
