package io.tracemill.analysis.detection;

import java.util.Arrays;

/**
 * The recent panes, common to all rows. A <em>column</em> counts them from the oldest, 0; a
 * <em>slot</em> is where a row keeps one, and stays the same while the pane is recent.
 */
final class PaneClock implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** The end of a pane that never was. */
  static final long NEVER = Long.MIN_VALUE;

  private final Grid grid;

  /** By column: the pane's end, milliseconds since the epoch. */
  private final long[] ends;

  private long panes;

  /** The end of the pane that was recent until the newest began. */
  private long left = NEVER;

  PaneClock(Grid grid) {
    this.grid = grid;
    this.ends = new long[grid.recent()];
    Arrays.fill(ends, NEVER);
  }

  /** The oldest pane goes, and its slot is that of a new one. */
  void begin(long endMillis) {
    left = ends[0];
    System.arraycopy(ends, 1, ends, 0, ends.length - 1);
    ends[ends.length - 1] = endMillis;
    panes++;
  }

  /** The end of the pane that is no longer recent since the newest began. */
  long left() {
    return left;
  }

  /** How many panes there were. */
  long panes() {
    return panes;
  }

  /** How many are recent. */
  int size() {
    return ends.length;
  }

  /** Where rows keep the pane of a column. */
  int slot(int column) {
    return (int) Math.floorMod(panes + column, (long) ends.length);
  }

  /** Where rows keep the newest pane. */
  int newest() {
    return slot(ends.length - 1);
  }

  /** The end of a column's pane, milliseconds since the epoch. */
  long end(int column) {
    return ends[column];
  }

  /** The end of the newest pane. */
  long now() {
    return ends[ends.length - 1];
  }

  /** The first column of the window of so many panes that ends now; it spans no gap. */
  int first(int window) {
    double from = now() - (window - 0.5) * grid.paneMillis();
    int first = ends.length - 1;
    while (first > 0
        && ends[first - 1] != NEVER
        && ends[first - 1] >= from
        && ends[first] - ends[first - 1] <= grid.gapMillis()) {
      first--;
    }
    return first;
  }

  /** The first column of the longest window. */
  int firstOfLongest() {
    return first(grid.recent());
  }

  /** The first column whose pane ends at or after a moment; {@link #size} if there is none. */
  int firstAt(long millis) {
    int column = 0;
    while (column < ends.length && ends[column] < millis) {
      column++;
    }
    return column;
  }
}
