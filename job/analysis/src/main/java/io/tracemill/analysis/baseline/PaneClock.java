package io.tracemill.analysis.baseline;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The recent panes of all rows: as many as the longest window has. A <em>column</em> numbers them
 * from the oldest, 0. A <em>slot</em> is the place of a pane in a row; it stays the same while the
 * pane is recent.
 */
public final class PaneClock implements Serializable {
  private static final long serialVersionUID = 1;

  /** The end of a pane that does not exist. */
  static final long NEVER = Long.MIN_VALUE;

  private static final int[] WINDOWS = {2, 3, 4, 6, 10, 20};
  private static final int BLOCKS = 12;
  private static final double LARGEST_GAP = 2.5;

  private final long paneMillis;
  private final int[] windows;
  private final int blocks;

  /** By column: the pane's end, milliseconds since the epoch. */
  private final long[] ends;

  private long panes;

  /** The end of the pane that the newest one replaced. */
  private long left = NEVER;

  /**
   * @param paneMillis length of a pane
   * @param windows lengths of the windows that are tested, panes; ascending
   * @param blocks number of blocks of {@link Block#PANES} panes that a row keeps besides the recent
   *     panes
   */
  PaneClock(long paneMillis, int[] windows, int blocks) {
    this.paneMillis = paneMillis;
    this.windows = windows.clone();
    this.blocks = blocks;
    this.ends = new long[windows[windows.length - 1]];
    Arrays.fill(ends, NEVER);
  }

  /** Windows of 2 to 20 panes, and 240 panes of baseline. */
  public static PaneClock running(long paneMillis) {
    return new PaneClock(paneMillis, WINDOWS, BLOCKS);
  }

  /** One window of this many panes, and all panes before it as the baseline. */
  public static PaneClock comparing(long paneMillis, int before, int after) {
    return new PaneClock(paneMillis, new int[] {after}, before / Block.PANES + 2);
  }

  /** Replaces the oldest pane with a new one in the same slot. */
  public void begin(long endMillis) {
    left = ends[0];
    System.arraycopy(ends, 1, ends, 0, ends.length - 1);
    ends[ends.length - 1] = endMillis;
    panes++;
  }

  public long paneMillis() {
    return paneMillis;
  }

  /** Lengths of the windows that are tested, panes; ascending. */
  public int[] windows() {
    return windows.clone();
  }

  /** The most blocks of a row. */
  int maxBlocks() {
    return blocks;
  }

  /** The most panes of a row. */
  public int maxPanes() {
    return ends.length + blocks * Block.PANES;
  }

  /** The end of the pane that the newest one replaced. */
  long left() {
    return left;
  }

  /** The number of panes so far. */
  public long panes() {
    return panes;
  }

  /** The number of recent panes. */
  public int size() {
    return ends.length;
  }

  /** The slot of a column. */
  int slot(int column) {
    return (int) Math.floorMod(panes + column, (long) ends.length);
  }

  /** The slots from a column on, in order. */
  IntStream slotsFrom(int column) {
    return IntStream.range(column, ends.length).map(this::slot);
  }

  /** The slots before a column, in order. */
  IntStream slotsBefore(int column) {
    return IntStream.range(0, column).map(this::slot);
  }

  /** The slot of the newest pane. */
  int newest() {
    return slot(ends.length - 1);
  }

  /** The end of a column's pane, milliseconds since the epoch. */
  public long end(int column) {
    return ends[column];
  }

  /** The end of the newest pane. */
  public long now() {
    return ends[ends.length - 1];
  }

  /** The first column of the window of this many panes that ends now; the window spans no gap. */
  public int first(int window) {
    double from = now() - (window - 0.5) * paneMillis;
    int first = ends.length - 1;
    while (first > 0
        && ends[first - 1] != NEVER
        && ends[first - 1] >= from
        && ends[first] - ends[first - 1] <= LARGEST_GAP * paneMillis) {
      first--;
    }
    return first;
  }

  /** The first column of the longest window. */
  public int firstOfLongest() {
    return first(ends.length);
  }

  /** The first column with a pane that ends at or after a time; {@link #size} without one. */
  public int firstAt(long millis) {
    return (int) Arrays.stream(ends).takeWhile(end -> end < millis).count();
  }
}
