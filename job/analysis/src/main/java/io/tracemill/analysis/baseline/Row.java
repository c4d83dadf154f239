package io.tracemill.analysis.baseline;

import io.tracemill.analysis.pane.Histogram;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What is kept of one thing that is tested: by pane, how many requests there were and the sum of
 * their scores. A score of a call or error is 1 for a request that has it, else 0; {@link PlaceRow}
 * says what it is for a place.
 *
 * <p>The newest panes are kept one by one, at slots of the {@link PaneClock}. A pane that leaves
 * them enters the row's own baseline, unless it was suspicious while an incident about the row was
 * open. So gaps do not age a baseline, and a fault does not become one.
 */
public class Row implements Serializable {
  private static final long serialVersionUID = 1;

  /** It differs so much that no baseline should have it. */
  private static final byte BAD = 1;

  /** An incident about the row was open. */
  private static final byte HELD = 2;

  /** It was found already, in an incident that is over. */
  private static final byte SPENT = 4;

  /** By slot: requests, the sum of their scores, and the sum of the squares of these. */
  final int[] n;

  final double[] s;
  final double[] ss;

  private final Kind kind;

  /** By slot: which of the marks hold. */
  private final byte[] marks;

  /** The baseline without recent panes, the oldest block first. */
  final ArrayDeque<Block> blocks = new ArrayDeque<>();

  /** Sums over all blocks: panes, requests, their scores, the squares of these. */
  int blockPanes;

  long blockRequests;
  double blockScores;
  double blockSquares;
  private final int maxBlocks;
  private final int ordinal;

  /** The newest pane in which it was seen. */
  long lastSeenPane;

  /** The variance between panes as it was measured last, and from how many panes; -1: not yet. */
  private double variation;

  private double variationKnown = -1;

  /**
   * @param ordinal a number that spreads work over panes
   */
  Row(PaneClock clock, int ordinal, Kind kind) {
    this.ordinal = ordinal;
    this.kind = kind;
    this.maxBlocks = clock.maxBlocks();
    n = new int[clock.size()];
    s = new double[clock.size()];
    ss = new double[clock.size()];
    marks = new byte[clock.size()];
  }

  /** What is tested. */
  public enum Kind {
    TIME,
    ERROR,
    CALL
  }

  public final Kind kind() {
    return kind;
  }

  /** Whether enough is known to test it. */
  public boolean isReady() {
    return true;
  }

  /** Counts requests of the newest pane, and those that have the call or error. */
  final void count(int slot, long requests, long having) {
    n[slot] += Math.toIntExact(requests);
    s[slot] += having;
    ss[slot] += having;
  }

  /** Adds the newest pane of a place, with scores relative to the mean of its baseline. */
  final void addRelative(int slot, PlaceRow row) {
    double mean = row.centre();
    n[slot] += row.n[slot];
    s[slot] += row.s[slot] - row.n[slot] * mean;
    ss[slot] += row.ss[slot] - 2 * mean * row.s[slot] + row.n[slot] * mean * mean;
  }

  /** Takes the requests of all panes that another row knows, as such that do not have it. */
  final void takeRequestsOf(Row other) {
    System.arraycopy(other.n, 0, n, 0, n.length);
    other.blocks.forEach(block -> blocks.addLast(block.withoutScores()));
    sumBlocks();
  }

  /** Takes the newest slot for a new pane: what was there enters the baseline. */
  final void begin(PaneClock clock) {
    int slot = clock.newest();
    if (n[slot] > 0) {
      if ((marks[slot] & (BAD | HELD)) != (BAD | HELD)) {
        append(slot, clock.left());
      }
      clear(slot);
    }
    marks[slot] = 0;
  }

  private void append(int slot, long leftMillis) {
    if (blocks.isEmpty() || blocks.getLast().isFull()) {
      if (blocks.size() == maxBlocks) {
        blocks.removeFirst();
        sumBlocks();
      }
      blocks.addLast(new Block(leftMillis));
    }
    blocks.getLast().append(n[slot], s[slot], ss[slot], times(slot));
    blockPanes++;
    blockRequests += n[slot];
    blockScores += s[slot];
    blockSquares += ss[slot];
  }

  /** The times of a slot's requests, if they are known. */
  Histogram times(int slot) {
    return Histogram.EMPTY;
  }

  /** Sums the blocks anew, after one of them went or changed. */
  final void sumBlocks() {
    blockPanes = 0;
    blockRequests = 0;
    blockScores = 0;
    blockSquares = 0;
    for (Block block : blocks) {
      blockPanes += block.size;
      blockRequests += block.requests;
      blockScores += block.scores;
      blockSquares += block.squares;
    }
  }

  void clear(int slot) {
    n[slot] = 0;
    s[slot] = 0;
    ss[slot] = 0;
  }

  /** Forgets everything: what comes is normal. */
  public void forget() {
    blocks.clear();
    sumBlocks();
    IntStream.range(0, n.length).forEach(this::clear);
    Arrays.fill(marks, (byte) 0);
  }

  /** Whether it is this row's turn, which comes every so many panes. */
  public final boolean hasTurn(PaneClock clock, int every) {
    return (clock.panes() + ordinal) % every == 0;
  }

  /** The variance between panes in units of that of a request, as it was measured last. */
  public final double variation() {
    return variation;
  }

  /** From how many panes the variation is known; less than 0 if it was never measured. */
  public final double variationKnown() {
    return variationKnown;
  }

  public final void setVariation(double betweenPanes, double known) {
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
  public final void suspect(PaneClock clock, int from) {
    clock.slotsFrom(from).filter(slot -> n[slot] > 0).forEach(slot -> marks[slot] |= BAD);
  }

  /** Suspects all panes from a column on, and keeps them out of the baseline. */
  public final void exclude(PaneClock clock, int from) {
    clock.slotsFrom(from).forEach(slot -> marks[slot] |= BAD | HELD);
  }

  /** Says that an incident about the row is open in the panes from a column on. */
  public final void hold(PaneClock clock, int from) {
    clock.slotsFrom(from).forEach(slot -> marks[slot] |= HELD);
  }

  /** What was suspicious before a column has been found, and is not found again. */
  public final void spend(PaneClock clock, int before) {
    clock.slotsBefore(before).filter(this::isBad).forEach(slot -> marks[slot] |= SPENT);
  }

  /** What was suspicious is known to happen: it may enter the baseline. */
  public final void absorb() {
    IntStream.range(0, marks.length).forEach(slot -> marks[slot] &= HELD | SPENT);
  }

  /** Requests of the columns from one on, without those that were found already. */
  public final long requests(PaneClock clock, int from) {
    return clock.slotsFrom(from).filter(slot -> !isSpent(slot)).mapToLong(slot -> n[slot]).sum();
  }

  /** The mean score of the same requests. */
  public final double meanScore(PaneClock clock, int from) {
    double sum =
        clock.slotsFrom(from).filter(slot -> !isSpent(slot)).mapToDouble(slot -> s[slot]).sum();
    return sum / requests(clock, from);
  }

  /** Requests of the columns from one on, with what was found already. */
  public final long allRequests(PaneClock clock, int from) {
    return clock.slotsFrom(from).mapToLong(slot -> n[slot]).sum();
  }

  /** The mean score of all requests of the columns from one on. */
  public final double meanOfAll(PaneClock clock, int from) {
    double sum = clock.slotsFrom(from).mapToDouble(slot -> s[slot]).sum();
    return sum / allRequests(clock, from);
  }

  /** Requests of all recent panes, with what was found already. */
  public final long recentRequests() {
    long sum = 0;
    for (int requests : n) {
      sum += requests;
    }
    return sum;
  }

  /**
   * The column from which on scores add up most beyond a level.
   *
   * @param sign 1 for scores above the level, -1 for scores below it
   */
  public final int columnSince(PaneClock clock, double level, double sign) {
    double sum = 0;
    double largest = Double.NEGATIVE_INFINITY;
    int began = clock.size() - 1;
    for (int column = clock.size() - 1; column >= clock.firstOfLongest(); column--) {
      int slot = clock.slot(column);
      sum += isSpent(slot) ? 0 : sign * (s[slot] - n[slot] * level);
      if (sum > largest) {
        largest = sum;
        began = column;
      }
    }
    return began;
  }

  /** End of the first pane that a window is compared with, milliseconds since the epoch. */
  public final long baselineStartMillis(PaneClock clock, int first) {
    if (!blocks.isEmpty()) {
      return blocks.getFirst().startMillis;
    }
    return clock.end(
        IntStream.range(0, first)
            .filter(column -> n[clock.slot(column)] > 0)
            .findFirst()
            .orElse(first));
  }
}
