package io.tracemill.analysis.cohort;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which of an endpoint's panes are normal traffic, and in which blocks they lie. It keeps the book;
 * the requests are elsewhere, by the same starts.
 *
 * <pre>
 *         block  block  block          | skipped window | window |
 *  known  [-----][-----]   gap  [--    | . . . . x . .  . . x x  |  x: differs from what is known
 *  new                            [    | . . . . . . .  y . . .  |  y: differs from what is new
 *                                 ^    ^ panes enter             ^ end of the slide
 *                                 since then something differs
 * </pre>
 *
 * <p>A pane enters its block when it is two windows old: the window before the one that is judged
 * may already hold the beginning of what is found later. A block is part of the baseline when no
 * pane can enter it any more. Time without traffic does not count, so that a night does not make an
 * endpoint forget its day; blocks go when there is newer time enough.
 *
 * <p>From the first pane that differs from what is known, all enter blocks of their own besides,
 * unless they differ from those too. When panes have differed for long enough, and the window is
 * alike with these, they are the baseline: the new normal (ADR 13). A window that is alike with
 * what is known ends that.
 */
public final class Baseline {
  private static final int VERSION = 4;

  private static final long SAME = Long.MAX_VALUE;

  /** Fewer blocks do not show how much varies without a cause. */
  public static final int MIN_BLOCKS = 6;

  private final long windowMillis;
  private final long slideMillis;
  private final SortedSet<Long> incomplete = new TreeSet<>();
  private PaneBlocks known = new PaneBlocks();
  private PaneBlocks coming = new PaneBlocks();
  private long newestMillis = Long.MIN_VALUE;
  private long differsFromMillis = SAME;

  /** One that knows nothing yet. */
  public Baseline(BaselineRules rules) {
    this(rules.windowMillis(), rules.slideMillis());
  }

  private Baseline(long windowMillis, long slideMillis) {
    this.windowMillis = windowMillis;
    this.slideMillis = slideMillis;
  }

  private PaneBlocks of(Normal normal) {
    return switch (normal) {
      case KNOWN -> known;
      case NEW -> coming;
    };
  }

  /** Whether its panes are as long as now. */
  public boolean hasPanesOf(BaselineRules rules) {
    return slideMillis == rules.slideMillis();
  }

  /** Whether its blocks are as long as now. */
  public boolean hasBlocksOf(BaselineRules rules) {
    return windowMillis == rules.windowMillis() && hasPanesOf(rules);
  }

  /** There were requests in the pane that starts at {@code paneMillis}. */
  public void sawTraffic(long paneMillis) {
    newestMillis = Math.max(newestMillis, paneMillis);
  }

  /** When an endpoint without any more traffic can be forgotten; never if it had none. */
  public OptionalLong forgottenAt(BaselineRules rules) {
    return newestMillis == Long.MIN_VALUE
        ? OptionalLong.empty()
        : OptionalLong.of(newestMillis + slideMillis + rules.memoryMillis());
  }

  /** Traces of the pane are so incomplete that it says nothing of what is normal. */
  public void leaveOut(long paneMillis) {
    incomplete.add(paneMillis);
  }

  /**
   * What a comparison of a window with the known normal says of its panes. Those that differ do not
   * enter its blocks. A window that is alike, and none of whose panes was frozen by an earlier one,
   * is the end of what differed.
   */
  public Learning learn(Likeness likeness, Period window) {
    if (known.learn(likeness, window, slideMillis)) {
      differsFromMillis = SAME;
      return forgetNew();
    }
    differsFromMillis =
        Math.min(differsFromMillis, known.firstFrozen(window.startMillis()).orElse(SAME));
    return Learning.GOES_ON;
  }

  /**
   * What a comparison of the same window with the new normal says. If it is alike, and panes have
   * differed from what is known for long enough, the new one is known from now on. If they have
   * differed from both for as long, another new one is begun, and has to last for as long itself.
   */
  public Learning learnNew(Likeness likeness, Period window, BaselineRules rules) {
    boolean alike = coming.learn(likeness, window, slideMillis);
    if (alike && known.frozenMillis() >= rules.acceptMillis()) {
      known = coming;
      coming = new PaneBlocks();
      differsFromMillis = SAME;
      return Learning.NEW_ACCEPTED;
    }
    if (coming.frozenMillis() < rules.acceptMillis()) {
      return Learning.GOES_ON;
    }
    known.countAnew();
    return forgetNew();
  }

  private Learning forgetNew() {
    Learning learning = coming.isEmpty() ? Learning.GOES_ON : Learning.NEW_FORGOTTEN;
    coming = new PaneBlocks();
    return learning;
  }

  /** The first pane that is too young to enter its block at the end of a slide. */
  public long firstYoung(long slideEndMillis) {
    return slideEndMillis - 2 * windowMillis;
  }

  /** Whose block a pane enters, now that it is old enough; nobody's if it is left out. */
  public Set<Normal> enter(long paneMillis) {
    Set<Normal> entered = EnumSet.noneOf(Normal.class);
    if (incomplete.remove(paneMillis)) {
      return entered;
    }
    if (enter(Normal.KNOWN, paneMillis)) {
      entered.add(Normal.KNOWN);
    }
    if (paneMillis >= differsFromMillis && enter(Normal.NEW, paneMillis)) {
      entered.add(Normal.NEW);
    }
    return entered;
  }

  private boolean enter(Normal normal, long paneMillis) {
    return of(normal).enter(paneMillis, blockOf(paneMillis), slideMillis);
  }

  /** The start of the block that a pane lies in. */
  public long blockOf(long paneMillis) {
    return Math.floorDiv(paneMillis, windowMillis) * windowMillis;
  }

  /** Forgets what was said of panes too old to enter any more: there may have been no such pane. */
  public void age(long slideEndMillis) {
    incomplete.headSet(firstYoung(slideEndMillis)).clear();
    known.age(firstYoung(slideEndMillis));
    coming.age(firstYoung(slideEndMillis));
  }

  /** Starts of the blocks to compare with at the end of a slide, oldest first. */
  public List<Long> blocks(Normal normal, long slideEndMillis) {
    return List.copyOf(of(normal).until(lastWhole(slideEndMillis)).keySet());
  }

  private long lastWhole(long slideEndMillis) {
    return firstYoung(slideEndMillis) - windowMillis;
  }

  /** How many blocks there are, those that are being filled too. */
  public int allBlocks() {
    return known.size() + coming.size();
  }

  /**
   * Whether these are enough. What something was compared with is, whatever is asked for after a
   * restart: while it learned more, the fault of an alert would enter it.
   */
  public boolean isLearned(Normal normal, long slideEndMillis, BaselineRules rules) {
    return of(normal).isLearned(lastWhole(slideEndMillis), rules.minMillis());
  }

  /**
   * Drops blocks that are too many, the oldest first; their starts. Of blocks that lack panes more
   * are kept, up to twice as many, or to as many as it takes to stay learned: a fault that comes
   * and goes must not make an endpoint forget what is normal.
   */
  public List<Long> dropOldest(Normal normal, long slideEndMillis, BaselineRules rules) {
    return of(normal).dropOldest(lastWhole(slideEndMillis), rules);
  }

  /** The time from its first whole block to its last; there has to be one. */
  public Period period(Normal normal, long slideEndMillis) {
    List<Long> whole = blocks(normal, slideEndMillis);
    return new Period(whole.get(0), whole.get(whole.size() - 1) + windowMillis);
  }

  /** Writes everything. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    Varint.write(out, windowMillis);
    Varint.write(out, slideMillis);
    out.writeLong(newestMillis);
    out.writeLong(differsFromMillis);
    PaneBlocks.writeStarts(incomplete, out);
    known.write(out);
    coming.write(out);
  }

  /**
   * What {@link #write} wrote.
   *
   * @throws IOException if the bytes are not a version that is known here
   */
  public static Baseline read(DataInput in) throws IOException {
    int version = in.readUnsignedByte();
    if (version < 1 || version > VERSION) {
      throw new IOException("version " + version + " of a baseline is not known");
    }
    Baseline read = new Baseline(Varint.read(in), Varint.read(in));
    read.newestMillis = in.readLong();
    if (version < 4) {
      read.known = PaneBlocks.readAlone(in, version, read.incomplete);
      read.differsFromMillis = read.known.firstFrozen(Long.MIN_VALUE).orElse(SAME);
      return read;
    }
    read.differsFromMillis = in.readLong();
    read.incomplete.addAll(PaneBlocks.readStarts(in));
    read.known = PaneBlocks.read(in);
    read.coming = PaneBlocks.read(in);
    return read;
  }
}
