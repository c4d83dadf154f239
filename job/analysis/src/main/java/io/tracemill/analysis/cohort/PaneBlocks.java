package io.tracemill.analysis.cohort;

import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The blocks of one baseline, and which young panes differ from them. */
final class PaneBlocks {
  private final SortedSet<Long> frozen = new TreeSet<>();

  /** By the start of a block, the time of its panes, milliseconds. */
  private final NavigableMap<Long, Long> blocks = new TreeMap<>();

  private long frozenMillis;
  private boolean compared;

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  int size() {
    return blocks.size();
  }

  /** Adds a pane, unless it differs. */
  boolean enter(long paneMillis, long blockMillis, long millis) {
    if (frozen.remove(paneMillis)) {
      return false;
    }
    blocks.merge(blockMillis, millis, Long::sum);
    return true;
  }

  /**
   * What a comparison of a window with them says of its panes. A window that is alike, and none of
   * whose panes was frozen by an earlier one, begins the count of what differs anew.
   *
   * @return whether it does
   */
  boolean learn(Likeness likeness, Period window, long slideMillis) {
    compared = true;
    long end = window.endMillis();
    switch (likeness) {
      case WINDOW_DIFFERS -> freeze(window, slideMillis);
      case PANE_DIFFERS -> freeze(new Period(end - slideMillis, end), slideMillis);
      case ALIKE -> {
        if (frozen.subSet(window.startMillis(), end).isEmpty()) {
          countAnew();
          return true;
        }
      }
      case UNKNOWN -> {}
    }
    return false;
  }

  private void freeze(Period panes, long slideMillis) {
    for (long pane = panes.startMillis(); pane < panes.endMillis(); pane += slideMillis) {
      frozenMillis += frozen.add(pane) ? slideMillis : 0;
    }
  }

  /** The first of the young panes that differ, of those that start at {@code millis} or later. */
  OptionalLong firstFrozen(long millis) {
    SortedSet<Long> since = frozen.tailSet(millis);
    return since.isEmpty() ? OptionalLong.empty() : OptionalLong.of(since.first());
  }

  /** What differs has differed for no time so far. */
  void countAnew() {
    frozenMillis = 0;
  }

  /** For how long panes have differed, no window in between being alike. */
  long frozenMillis() {
    return frozenMillis;
  }

  /** Forgets what was said of panes before {@code millis}. */
  void age(long millis) {
    frozen.headSet(millis).clear();
  }

  NavigableMap<Long, Long> until(long millis) {
    return blocks.headMap(millis, true);
  }

  boolean isLearned(long untilMillis, long minMillis) {
    NavigableMap<Long, Long> whole = until(untilMillis);
    return whole.size() >= Baseline.MIN_BLOCKS && (compared || millis(whole) >= minMillis);
  }

  /** Starts of blocks that are dropped, see {@link Baseline#dropOldest}. */
  List<Long> dropOldest(long untilMillis, BaselineRules rules) {
    List<Long> dropped = new ArrayList<>();
    NavigableMap<Long, Long> whole = until(untilMillis);
    long kept = millis(whole);
    while (whole.size() > rules.maxBlocks()) {
      kept -= whole.firstEntry().getValue();
      long enough =
          whole.size() > 2 * rules.maxBlocks()
              ? rules.minMillis()
              : rules.maxBlocks() * rules.windowMillis();
      if (kept < enough) {
        return dropped;
      }
      dropped.add(whole.firstKey());
      blocks.pollFirstEntry();
    }
    return dropped;
  }

  private static long millis(NavigableMap<Long, Long> blocks) {
    return blocks.values().stream().mapToLong(Long::longValue).sum();
  }

  void write(DataOutput out) throws IOException {
    Varint.write(out, frozenMillis);
    writeStarts(frozen, out);
    writeBlocks(out);
    out.writeBoolean(compared);
  }

  private void writeBlocks(DataOutput out) throws IOException {
    writeStarts(blocks.keySet(), out);
    for (long millis : blocks.values()) {
      Varint.write(out, millis);
    }
  }

  static PaneBlocks read(DataInput in) throws IOException {
    PaneBlocks read = new PaneBlocks();
    read.frozenMillis = Varint.read(in);
    read.frozen.addAll(readStarts(in));
    read.readBlocks(in);
    read.compared = in.readBoolean();
    return read;
  }

  /** Before version 4 there was one baseline, and panes of both kinds stood before its blocks. */
  static PaneBlocks readAlone(DataInput in, int version, SortedSet<Long> incomplete)
      throws IOException {
    PaneBlocks read = new PaneBlocks();
    read.frozenMillis = Varint.read(in);
    incomplete.addAll(readStarts(in));
    read.frozen.addAll(readStarts(in));
    read.readBlocks(in);
    if (version > 1) {
      // Whether it was learning a new normal.
      in.readBoolean();
    }
    read.compared = version > 2 && in.readBoolean();
    return read;
  }

  private void readBlocks(DataInput in) throws IOException {
    for (long start : readStarts(in)) {
      blocks.put(start, 0L);
    }
    for (Map.Entry<Long, Long> block : blocks.entrySet()) {
      block.setValue(Varint.read(in));
    }
  }

  static void writeStarts(Collection<Long> starts, DataOutput out) throws IOException {
    Varint.write(out, starts.size());
    for (long start : starts) {
      out.writeLong(start);
    }
  }

  static List<Long> readStarts(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      starts.add(in.readLong());
    }
    return starts;
  }
}
