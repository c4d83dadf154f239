package io.tracemill.analysis.detection;

/**
 * How time is cut.
 *
 * @param paneMillis length of a pane
 * @param windows lengths of the windows that are asked about, panes; ascending
 * @param blocks how many blocks of {@link #BLOCK} panes a baseline keeps besides the recent panes
 */
record Grid(long paneMillis, int[] windows, int blocks) implements java.io.Serializable {
  private static final long serialVersionUID = 1;

  /** Panes of a block, whose times are kept in one histogram. */
  static final int BLOCK = 20;

  private static final int[] WINDOWS = {2, 3, 4, 6, 10, 20};
  private static final int BLOCKS = 12;
  private static final double LARGEST_GAP = 2.5;

  /** Windows of 2 to 20 panes, and 240 panes of baseline. */
  static Grid running(long paneMillis) {
    return new Grid(paneMillis, WINDOWS, BLOCKS);
  }

  /** One window of so many panes, and all panes before it as the baseline. */
  static Grid comparing(long paneMillis, int before, int after) {
    return new Grid(paneMillis, new int[] {after}, before / BLOCK + 2);
  }

  /** How many of the newest panes are kept one by one: those of the longest window. */
  int recent() {
    return windows[windows.length - 1];
  }

  /** How many panes a row keeps at most. */
  int panes() {
    return recent() + blocks * BLOCK;
  }

  /** How far apart two panes may end and still be in one window. */
  double gapMillis() {
    return LARGEST_GAP * paneMillis;
  }
}
