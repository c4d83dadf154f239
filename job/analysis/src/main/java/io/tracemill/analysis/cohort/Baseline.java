package io.tracemill.analysis.cohort;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which of an endpoint's panes are normal traffic, and in which blocks they lie. It keeps the book;
 * the requests are elsewhere, by the same starts.
 *
 * <pre>
 *  block  block  block          | skipped window | window |
 *  [-----][-----]   gap  [---   | . . . . x . .  . . x .  |  x: left out, will enter no block
 *                               ^ panes enter             ^ end of the slide
 * </pre>
 *
 * <p>A pane enters its block when it is two windows old: the window before the one that is judged
 * may already hold the beginning of what is found later. A block is part of the baseline when no
 * pane can enter it any more. Time without traffic does not count, so that a night does not make an
 * endpoint forget its day; blocks go when there is newer time enough.
 */
public final class Baseline {
  private static final int VERSION = 3;

  /** Fewer blocks do not show how much varies without a cause. */
  public static final int MIN_BLOCKS = 6;

  private final long windowMillis;
  private final long slideMillis;
  private final SortedSet<Long> incomplete = new TreeSet<>();
  private final SortedSet<Long> frozen = new TreeSet<>();

  /** By the start of a block, the time of its panes, milliseconds. */
  private final NavigableMap<Long, Long> blocks = new TreeMap<>();

  private long newestMillis = Long.MIN_VALUE;
  private long frozenMillis;
  private boolean newNormal;
  private boolean compared;

  /** One that knows nothing yet. */
  public Baseline(BaselineRules rules) {
    this(rules.windowMillis(), rules.slideMillis());
  }

  private Baseline(long windowMillis, long slideMillis) {
    this.windowMillis = windowMillis;
    this.slideMillis = slideMillis;
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
   * What a comparison of a window says of its panes. Those that differ do not enter the baseline;
   * unless panes have differed for so long that this is the new normal, of which nothing is known
   * yet but the latest of them. A window that is alike, and none of whose panes was frozen by an
   * earlier one, begins the count anew.
   *
   * @return whether this is the new normal
   */
  public boolean learn(Likeness likeness, Period window, BaselineRules rules) {
    long end = window.endMillis();
    newNormal =
        switch (likeness) {
          case WINDOW_DIFFERS -> freeze(window, rules);
          case PANE_DIFFERS -> freeze(new Period(end - slideMillis, end), rules);
          case ALIKE -> {
            if (frozen.subSet(window.startMillis(), end).isEmpty()) {
              frozenMillis = 0;
            }
            yield false;
          }
          case UNKNOWN -> false;
        };
    compared = !newNormal;
    return newNormal;
  }

  /** Whether the last comparison found a new normal: if nothing is learned now, that is why. */
  public boolean hasNewNormal() {
    return newNormal;
  }

  private boolean freeze(Period panes, BaselineRules rules) {
    for (long pane = panes.startMillis(); pane < panes.endMillis(); pane += slideMillis) {
      frozenMillis += frozen.add(pane) ? slideMillis : 0;
    }
    if (frozenMillis < rules.acceptMillis()) {
      return false;
    }
    frozenMillis = 0;
    frozen.clear();
    blocks.clear();
    return true;
  }

  /** The first pane that is too young to enter its block at the end of a slide. */
  public long firstYoung(long slideEndMillis) {
    return slideEndMillis - 2 * windowMillis;
  }

  /** The block that a pane enters, now that it is old enough; none if it is left out. */
  public OptionalLong enter(long paneMillis) {
    boolean wasIncomplete = incomplete.remove(paneMillis);
    boolean wasFrozen = frozen.remove(paneMillis);
    if (wasIncomplete || wasFrozen) {
      return OptionalLong.empty();
    }
    long block = Math.floorDiv(paneMillis, windowMillis) * windowMillis;
    blocks.merge(block, slideMillis, Long::sum);
    return OptionalLong.of(block);
  }

  /** Forgets what was said of panes too old to enter any more: there may have been no such pane. */
  public void age(long slideEndMillis) {
    incomplete.headSet(firstYoung(slideEndMillis)).clear();
    frozen.headSet(firstYoung(slideEndMillis)).clear();
  }

  /** Starts of the blocks to compare with at the end of a slide, oldest first. */
  public List<Long> blocks(long slideEndMillis) {
    return List.copyOf(whole(slideEndMillis).keySet());
  }

  private NavigableMap<Long, Long> whole(long slideEndMillis) {
    return blocks.headMap(firstYoung(slideEndMillis) - windowMillis, true);
  }

  /**
   * Whether these are enough. What something was compared with is, whatever is asked for after a
   * restart: while it learned more, the fault of an alert would enter it.
   */
  public boolean isLearned(long slideEndMillis, BaselineRules rules) {
    Map<Long, Long> whole = whole(slideEndMillis);
    return whole.size() >= MIN_BLOCKS && (compared || millis(whole) >= rules.minMillis());
  }

  /**
   * Drops blocks that are too many, the oldest first; their starts. Of blocks that lack panes more
   * are kept, up to twice as many, or to as many as it takes to stay learned: a fault that comes
   * and goes must not make an endpoint forget what is normal.
   */
  public List<Long> dropOldest(long slideEndMillis, BaselineRules rules) {
    List<Long> dropped = new ArrayList<>();
    NavigableMap<Long, Long> whole = whole(slideEndMillis);
    long kept = millis(whole);
    while (whole.size() > rules.maxBlocks()) {
      kept -= whole.firstEntry().getValue();
      long enough =
          whole.size() > 2 * rules.maxBlocks()
              ? rules.minMillis()
              : rules.maxBlocks() * windowMillis;
      if (kept < enough) {
        return dropped;
      }
      dropped.add(whole.firstKey());
      blocks.pollFirstEntry();
    }
    return dropped;
  }

  private static long millis(Map<Long, Long> blocks) {
    return blocks.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The time from its first whole block to its last; there has to be one. */
  public Period period(long slideEndMillis) {
    NavigableMap<Long, Long> whole = whole(slideEndMillis);
    return new Period(whole.firstKey(), whole.lastKey() + windowMillis);
  }

  /** Writes everything. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    Varint.write(out, windowMillis);
    Varint.write(out, slideMillis);
    out.writeLong(newestMillis);
    Varint.write(out, frozenMillis);
    writeStarts(incomplete, out);
    writeStarts(frozen, out);
    writeStarts(blocks.keySet(), out);
    for (long millis : blocks.values()) {
      Varint.write(out, millis);
    }
    out.writeBoolean(newNormal);
    out.writeBoolean(compared);
  }

  private static void writeStarts(Iterable<Long> starts, DataOutput out) throws IOException {
    List<Long> all = new ArrayList<>();
    starts.forEach(all::add);
    Varint.write(out, all.size());
    for (long start : all) {
      out.writeLong(start);
    }
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
    read.frozenMillis = Varint.read(in);
    read.incomplete.addAll(readStarts(in));
    read.frozen.addAll(readStarts(in));
    for (long start : readStarts(in)) {
      read.blocks.put(start, 0L);
    }
    for (Map.Entry<Long, Long> block : read.blocks.entrySet()) {
      block.setValue(Varint.read(in));
    }
    read.newNormal = version > 1 && in.readBoolean();
    read.compared = version > 2 && in.readBoolean();
    return read;
  }

  private static List<Long> readStarts(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      starts.add(in.readLong());
    }
    return starts;
  }
}
