package io.tracemill.analysis.baseline;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The recent panes, common to all rows: those of the longest window. A <em>column</em> counts them
 * from the oldest, 0; a <em>slot</em> is where a row keeps one, and stays the same while the pane
 * is recent.
 */
public final class PaneClock implements Serializable {
  private static final long serialVersionUID = 1;

  /** The end of a pane that never was. */
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

  /** The end of the pane that was recent until the newest began. */
  private long left = NEVER;

  /**
   * @param paneMillis length of a pane
   * @param windows lengths of the windows that are tested, panes; ascending
   * @param blocks how many blocks of {@link Block#PANES} panes a row keeps besides the recent panes
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

  /** One window of so many panes, and all panes before it as the baseline. */
  public static PaneClock comparing(long paneMillis, int before, int after) {
    return new PaneClock(paneMillis, new int[] {after}, before / Block.PANES + 2);
  }

  /** The oldest pane goes, and its slot is that of a new one. */
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

  /** How many blocks a row keeps at most. */
  int maxBlocks() {
    return blocks;
  }

  /** How many panes a row keeps at most. */
  public int maxPanes() {
    return ends.length + blocks * Block.PANES;
  }

  /** The end of the pane that is no longer recent since the newest began. */
  long left() {
    return left;
  }

  /** How many panes there were. */
  public long panes() {
    return panes;
  }

  /** How many are recent. */
  public int size() {
    return ends.length;
  }

  /** The slot of a column. */
  int slot(int column) {
    return (int) Math.floorMod(panes + column, (long) ends.length);
  }

  /** The slots of the columns from one on, in order. */
  IntStream slotsFrom(int column) {
    return IntStream.range(column, ends.length).map(this::slot);
  }

  /** The slots of the columns before one, in order. */
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

  /** The first column of the window of so many panes that ends now; it spans no gap. */
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

  /** The first column whose pane ends at or after a moment; {@link #size} if there is none. */
  public int firstAt(long millis) {
    return (int) Arrays.stream(ends).takeWhile(end -> end < millis).count();
  }
}
