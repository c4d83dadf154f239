package io.tracemill.analysis.detection;

import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * What is kept of one thing that is asked about: by pane, how many requests there were and the sum
 * of their scores. The newest panes are kept one by one, at slots of the {@link PaneClock}; a pane
 * that leaves them enters the row's own baseline, unless it was suspicious while an incident about
 * the row was open. So gaps do not age a baseline, and a fault does not become one.
 */
abstract class Row implements Serializable {
  private static final long serialVersionUID = 1;

  /** By slot: requests, and the sum of their scores. */
  final int[] n;

  final double[] s;

  /** It differs so much that no baseline should have it. */
  private static final byte BAD = 1;

  /** An incident about the row was open. */
  private static final byte HELD = 2;

  /** It was found already, in an incident that is over. */
  private static final byte SPENT = 4;

  /** By slot: which of these hold. */
  private final byte[] marks;

  private final ArrayDeque<Block> blocks = new ArrayDeque<>();

  /** Sums over all blocks: panes, requests, their scores, the squares of these. */
  private int blockPanes;

  private long blockRequests;
  private double blockScores;
  private double blockSquares;
  private final int maxBlocks;
  private final int ordinal;
  private long lastSeenPane;

  /**
   * The variance between panes that it told last, and what that was known from; -1: nothing yet.
   */
  private double variation;

  private double variationKnown = -1;

  Row(Grid grid, int ordinal) {
    this.ordinal = ordinal;
    this.maxBlocks = grid.blocks();
    n = new int[grid.recent()];
    s = new double[grid.recent()];
    marks = new byte[grid.recent()];
  }

  /** What is asked about. */
  abstract Kind kind();

  /** The sum of squared scores of a slot; of shares the same as the sum. */
  abstract double squares(int slot);

  /** Adds a recent pane to a block of the baseline. */
  abstract void store(Block block, int slot);

  /** Forgets what else it knows of a slot. */
  abstract void clearMore(int slot);

  /** Whether it can be asked about. */
  boolean isReady() {
    return true;
  }

  /** A number that spreads work over panes. */
  final int ordinal() {
    return ordinal;
  }

  final Deque<Block> blocks() {
    return blocks;
  }

  /**
   * Takes the slot for a new pane: what was there enters the baseline.
   *
   * @param leftMillis end of the pane that was there
   */
  final void begin(int slot, long leftMillis) {
    if (n[slot] > 0) {
      if ((marks[slot] & (BAD | HELD)) != (BAD | HELD)) {
        append(slot, leftMillis);
      }
      clear(slot);
    }
    marks[slot] = 0;
  }

  private void append(int slot, long leftMillis) {
    if (blocks.isEmpty() || blocks.getLast().isFull()) {
      if (blocks.size() == maxBlocks) {
        blocks.removeFirst();
      }
      blocks.addLast(new Block(leftMillis));
    }
    store(blocks.getLast(), slot);
    sumBlocks();
  }

  /** Sums the blocks anew, after one of them changed. */
  final void sumBlocks() {
    blockPanes = 0;
    blockRequests = 0;
    blockScores = 0;
    blockSquares = 0;
    for (Block block : blocks) {
      blockPanes += block.size();
      blockRequests += block.requests();
      blockScores += block.scores();
      blockSquares += block.squares();
    }
  }

  final int blockPanes() {
    return blockPanes;
  }

  final long blockRequests() {
    return blockRequests;
  }

  final double blockScores() {
    return blockScores;
  }

  final double blockSquares() {
    return blockSquares;
  }

  private void clear(int slot) {
    n[slot] = 0;
    s[slot] = 0;
    clearMore(slot);
  }

  /** Forgets everything: what comes is normal. */
  void forget() {
    blocks.clear();
    sumBlocks();
    for (int slot = 0; slot < n.length; slot++) {
      clear(slot);
    }
    Arrays.fill(marks, (byte) 0);
  }

  final void seen(long pane) {
    lastSeenPane = pane;
  }

  final long lastSeenPane() {
    return lastSeenPane;
  }

  final boolean knowsVariation() {
    return variationKnown >= 0;
  }

  final double variation() {
    return variation;
  }

  final double variationKnown() {
    return variationKnown;
  }

  final void setVariation(double betweenPanes, double known) {
    variation = betweenPanes;
    variationKnown = known;
  }

  final boolean isBad(int slot) {
    return (marks[slot] & BAD) != 0;
  }

  final boolean isSpent(int slot) {
    return (marks[slot] & SPENT) != 0;
  }

  /** Suspects the panes from a column on that have requests. */
  final void suspect(PaneClock clock, int from) {
    for (int column = from; column < clock.size(); column++) {
      int slot = clock.slot(column);
      if (n[slot] > 0) {
        marks[slot] |= BAD;
      }
    }
  }

  /** Suspects all panes from a column on, and keeps them out of the baseline. */
  final void exclude(PaneClock clock, int from) {
    for (int column = from; column < clock.size(); column++) {
      marks[clock.slot(column)] |= BAD | HELD;
    }
  }

  /** Says that an incident about the row is open in the panes from a column on. */
  final void hold(PaneClock clock, int from) {
    for (int column = from; column < clock.size(); column++) {
      marks[clock.slot(column)] |= HELD;
    }
  }

  /** What was suspicious has been found: it is not found again; the newest panes are. */
  final void spend(PaneClock clock, int newest) {
    for (int column = 0; column < clock.size() - newest; column++) {
      int slot = clock.slot(column);
      if (isBad(slot)) {
        marks[slot] |= SPENT;
      }
    }
  }

  /** What was suspicious is known to happen: it may enter the baseline. */
  final void absorb() {
    for (int slot = 0; slot < marks.length; slot++) {
      marks[slot] &= HELD | SPENT;
    }
  }

  /** Requests of the columns from one on, those that were found already left out. */
  final long requests(PaneClock clock, int from) {
    long sum = 0;
    for (int column = from; column < clock.size(); column++) {
      int slot = clock.slot(column);
      sum += isSpent(slot) ? 0 : n[slot];
    }
    return sum;
  }

  /** The sum of scores of the same requests. */
  final double scores(PaneClock clock, int from) {
    double sum = 0;
    for (int column = from; column < clock.size(); column++) {
      int slot = clock.slot(column);
      sum += isSpent(slot) ? 0 : s[slot];
    }
    return sum;
  }

  /** Mean score of the columns from one on, with what was found already. */
  final double meanScore(PaneClock clock, int from) {
    double sum = 0;
    for (int column = from; column < clock.size(); column++) {
      sum += s[clock.slot(column)];
    }
    return sum / allRequests(clock, from);
  }

  /** Requests of all recent panes, with what was found already. */
  final long recentRequests() {
    long sum = 0;
    for (int requests : n) {
      sum += requests;
    }
    return sum;
  }

  /** Requests of the columns from one on, with what was found already. */
  final long allRequests(PaneClock clock, int from) {
    long sum = 0;
    for (int column = from; column < clock.size(); column++) {
      sum += n[clock.slot(column)];
    }
    return sum;
  }

  /** Start of the time that is compared with a window, milliseconds since the epoch. */
  final long baselineStartMillis(PaneClock clock, int first) {
    if (!blocks.isEmpty()) {
      return blocks.getFirst().startMillis();
    }
    for (int column = 0; column < first; column++) {
      if (n[clock.slot(column)] > 0) {
        return clock.end(column);
      }
    }
    return clock.end(first);
  }

  /** What is asked about. */
  enum Kind {
    TIME,
    ERROR,
    CALL
  }
}
