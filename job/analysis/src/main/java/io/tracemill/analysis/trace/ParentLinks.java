package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;

/**
 * The used spans of a table and their parents (semantics 3). A parent edge that cannot be true is
 * dropped, not its span. The result does not depend on the order of the table.
 */
final class ParentLinks {
  /** The parent of a span that has none. */
  static final int ROOT = -1;

  /** The parent of a span whose parent is not in the trace. */
  static final int MISSING = -2;

  /** The parent of an unused span. */
  static final int UNUSED = -3;

  /** The parent of a span whose parent is still to be found. */
  static final int UNRESOLVED = -4;

  private final SpanIndex index = new SpanIndex();
  private final SharedIds shared = new SharedIds(index);

  /** By position in the table: the parent's position, or one of the constants. */
  int[] parent = {};

  /** Spans that were delivered again, and further parts of a span. */
  int duplicates;

  /** Spans with the id of another span. */
  int clashes;

  /** Spans without any time. */
  int timeless;

  /** Edges dropped because they made a cycle of spans that wait for each other. */
  int cycles;

  void resolve(SpanTable table, Vocabulary names) {
    if (parent.length < table.size || parent.length > 1 << 16) {
      parent = new int[Math.max(64, table.spanId.length)];
    }
    duplicates = 0;
    clashes = 0;
    timeless = 0;
    cycles = 0;
    Arrays.fill(parent, 0, table.size, UNRESOLVED);
    boolean unique = !table.timeless && indexUnique(table);
    if (!unique) {
      shared.index(table, names, this);
    }
    link(table, !unique);
    breakCycles(table, names);
  }

  private boolean indexUnique(SpanTable table) {
    index.reset(table.size);
    for (int i = 0; i < table.size; i++) {
      if (index.putIfAbsent(table.spanId[i], i) != SpanIndex.NONE) {
        return false;
      }
    }
    return true;
  }

  private void link(SpanTable table, boolean ambiguous) {
    for (int i = 0; i < table.size; i++) {
      if (parent[i] == UNRESOLVED) {
        parent[i] = parentOf(table, i, ambiguous);
      }
    }
  }

  private int parentOf(SpanTable table, int span, boolean ambiguous) {
    long id = table.parentId[span];
    if (id == table.spanId[span]) {
      table.makeRoot(span);
      return ROOT;
    }
    if (id == 0) {
      return ROOT;
    }
    int found = index.find(id);
    if (found == SpanIndex.NONE) {
      return MISSING;
    }
    return ambiguous ? shared.halfAbove(table, span, found) : found;
  }

  /** Walks up from each span; a walk that reaches itself has found a cycle. */
  private void breakCycles(SpanTable table, Vocabulary names) {
    int[] walk = null;
    for (int i = 0; i < table.size && walk == null; i++) {
      if (parent[i] >= i) {
        walk = new int[table.size];
      }
    }
    if (walk != null) {
      breakCycles(table, names, walk);
    }
  }

  private void breakCycles(SpanTable table, Vocabulary names, int[] walk) {
    for (int i = 0; i < table.size; i++) {
      int span = i;
      while (span >= 0 && walk[span] == 0) {
        walk[span] = i + 1;
        span = parent[span];
      }
      if (span >= 0 && walk[span] == i + 1) {
        breakCycle(table, names, span);
      }
    }
  }

  /** Drops one edge: of a span that its parent does not wait for, else of the earliest span. */
  private void breakCycle(SpanTable table, Vocabulary names, int start) {
    int weakest = start;
    for (int span = parent[start]; span != start; span = parent[span]) {
      if (isWeaker(table, names, span, weakest)) {
        weakest = span;
      }
    }
    if (table.async[weakest]) {
      table.makeRoot(weakest);
      parent[weakest] = ROOT;
    } else {
      parent[weakest] = MISSING;
      cycles++;
    }
  }

  private static boolean isWeaker(SpanTable table, Vocabulary names, int span, int other) {
    if (table.async[span] != table.async[other]) {
      return table.async[span];
    }
    return table.compareByStart(span, other, names) < 0;
  }
}
