package io.tracemill.analysis.baseline;

import io.tracemill.analysis.sums.Histogram;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The history of one tested subject: by pane, the number of requests and the sum of their scores.
 * For a call or error, the score is 1 if a request has it, else 0. {@link PlaceRow} defines the
 * score of a place.
 *
 * <p>The newest panes are kept one by one, at slots of the {@link PaneClock}. A pane that leaves
 * them enters the row's own baseline, unless it was suspicious during an open incident of the row.
 * So a baseline does not age in gaps, and a fault does not enter it.
 */
public class Row implements Serializable {
  private static final long serialVersionUID = 1;

  /** The pane differs too much for a baseline. */
  private static final byte BAD = 1;

  /** An incident of the row was open. */
  private static final byte HELD = 2;

  /** An ended incident has already explained the pane. */
  private static final byte SPENT = 4;

  /** By slot: requests, and the sum of their scores. */
  final int[] n;

  final double[] s;

  /**
   * By slot: the sum of the squares of the scores. Those of shares are 0 or 1, their own squares.
   */
  final double[] ss;

  private final Kind kind;

  /** By slot: the marks of the pane. */
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

  /** The newest pane with the subject. */
  long lastSeenPane;

  /**
   * The latest measured variance between panes, and the effective number of panes; -1 before the
   * first.
   */
  private double variation;

  private double variationKnown = -1;

  /**
   * @param ordinal a number that spreads work over panes
   */
  Row(PaneClock clock, int ordinal, Kind kind) {
    this(clock.size(), clock.maxBlocks(), ordinal, kind);
  }

  private Row(int slots, int maxBlocks, int ordinal, Kind kind) {
    this.ordinal = ordinal;
    this.kind = kind;
    this.maxBlocks = maxBlocks;
    n = new int[slots];
    s = new double[slots];
    ss = kind == Kind.TIME ? new double[slots] : s;
    marks = new byte[slots];
  }

  /** Reads what {@link #write} wrote. */
  Row(DataInput in, Kind kind) throws IOException {
    this(
        Varint.readUpTo(in, Short.MAX_VALUE),
        Varint.readUpTo(in, Short.MAX_VALUE),
        Varint.readUpTo(in, Integer.MAX_VALUE),
        kind);
    lastSeenPane = in.readLong();
    variation = in.readDouble();
    variationKnown = in.readDouble();
    in.readFully(marks);
    for (int slot = 0; slot < n.length; slot++) {
      n[slot] = Varint.readUpTo(in, Integer.MAX_VALUE);
      if (n[slot] > 0) {
        readScores(in, slot);
      }
    }
    for (int left = Varint.readUpTo(in, maxBlocks); left > 0; left--) {
      blocks.addLast(kind == Kind.TIME ? new TimesBlock(in) : new Block(in));
    }
    sumBlocks();
  }

  private void readScores(DataInput in, int slot) throws IOException {
    if (kind == Kind.TIME) {
      s[slot] = in.readDouble();
      ss[slot] = in.readDouble();
    } else {
      s[slot] = Varint.readUpTo(in, Integer.MAX_VALUE);
    }
  }

  /** Writes the row. The scores of shares are whole numbers. */
  void write(DataOutput out) throws IOException {
    Varint.write(out, n.length);
    Varint.write(out, maxBlocks);
    Varint.write(out, ordinal);
    out.writeLong(lastSeenPane);
    out.writeDouble(variation);
    out.writeDouble(variationKnown);
    out.write(marks);
    for (int slot = 0; slot < n.length; slot++) {
      Varint.write(out, n[slot]);
      if (n[slot] > 0 && kind == Kind.TIME) {
        out.writeDouble(s[slot]);
        out.writeDouble(ss[slot]);
      } else if (n[slot] > 0) {
        Varint.write(out, (long) s[slot]);
      }
    }
    Varint.write(out, blocks.size());
    for (Block block : blocks) {
      block.write(out);
    }
  }

  /** The kind of subject. */
  public enum Kind {
    TIME,
    ERROR,
    CALL
  }

  public final Kind kind() {
    return kind;
  }

  /** Whether the row can be tested. */
  public boolean isReady() {
    return true;
  }

  /** Counts requests of the newest pane, and those that have the call or error. */
  final void count(int slot, long requests, long having) {
    n[slot] += Math.toIntExact(requests);
    s[slot] += having;
  }

  /** Adds the newest pane of a place, with scores relative to the mean of its baseline. */
  final void addRelative(int slot, PlaceRow row) {
    double mean = row.centre();
    n[slot] += row.n[slot];
    s[slot] += row.s[slot] - row.n[slot] * mean;
    ss[slot] += row.ss[slot] - 2 * mean * row.s[slot] + row.n[slot] * mean * mean;
  }

  /** Takes over the requests of all panes of another row, as requests without the subject. */
  final void takeRequestsOf(Row other) {
    System.arraycopy(other.n, 0, n, 0, n.length);
    other.blocks.forEach(block -> blocks.addLast(block.withoutScores()));
    sumBlocks();
  }

  /** Prepares the newest slot for a new pane: its old pane enters the baseline. */
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
      blocks.addLast(kind == Kind.TIME ? new TimesBlock(leftMillis) : new Block(leftMillis));
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

  /** Sums the blocks again after one was removed or changed. */
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

  void clear(int slot) {
    n[slot] = 0;
    s[slot] = 0;
    ss[slot] = 0;
  }

  /** Forgets everything: later panes are the new normal. */
  public void forget() {
    blocks.clear();
    sumBlocks();
    IntStream.range(0, n.length).forEach(this::clear);
    Arrays.fill(marks, (byte) 0);
  }

  /** Whether it is this row's turn, which comes once in this many panes. */
  public final boolean hasTurn(PaneClock clock, int every) {
    return (clock.panes() + ordinal) % every == 0;
  }

  /** The latest measured variance between panes, in units of a request's variance. */
  public final double variation() {
    return variation;
  }

  /** The effective number of panes behind the variation; negative before the first measurement. */
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

  /** Marks the panes with requests from a column on as suspicious. */
  public final void suspect(PaneClock clock, int from) {
    clock.slotsFrom(from).filter(slot -> n[slot] > 0).forEach(slot -> marks[slot] |= BAD);
  }

  /** Marks all panes from a column on as suspicious, and keeps them out of the baseline. */
  public final void exclude(PaneClock clock, int from) {
    clock.slotsFrom(from).forEach(slot -> marks[slot] |= BAD | HELD);
  }

  /** Marks the panes from a column on: an incident of the row is open. */
  public final void hold(PaneClock clock, int from) {
    clock.slotsFrom(from).forEach(slot -> marks[slot] |= HELD);
  }

  /** Marks suspicious panes before a column as explained, so that they raise no further alarm. */
  public final void spend(PaneClock clock, int before) {
    clock.slotsBefore(before).filter(this::isBad).forEach(slot -> marks[slot] |= SPENT);
  }

  /** Clears the suspicion: such panes are known to happen and may enter the baseline. */
  public final void absorb() {
    IntStream.range(0, marks.length).forEach(slot -> marks[slot] &= HELD | SPENT);
  }

  /** Requests from a column on, without panes that an ended incident has explained. */
  public final long requests(PaneClock clock, int from) {
    return clock.slotsFrom(from).filter(slot -> !isSpent(slot)).mapToLong(slot -> n[slot]).sum();
  }

  /** The mean score of the same requests. */
  public final double meanScore(PaneClock clock, int from) {
    double sum =
        clock.slotsFrom(from).filter(slot -> !isSpent(slot)).mapToDouble(slot -> s[slot]).sum();
    return sum / requests(clock, from);
  }

  /** Requests from a column on, explained panes included. */
  public final long allRequests(PaneClock clock, int from) {
    return clock.slotsFrom(from).mapToLong(slot -> n[slot]).sum();
  }

  /** The mean score of all requests from a column on. */
  public final double meanOfAll(PaneClock clock, int from) {
    double sum = clock.slotsFrom(from).mapToDouble(slot -> s[slot]).sum();
    return sum / allRequests(clock, from);
  }

  /** Requests of all recent panes, explained panes included. */
  public final long recentRequests() {
    long sum = 0;
    for (int requests : n) {
      sum += requests;
    }
    return sum;
  }

  /**
   * The column from which the sum of scores beyond a level is largest.
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

  /** The end of the first baseline pane, milliseconds since the epoch. */
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
