package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.Arrays;

/**
 * A stack of hashed subtrees whose parents are not hashed yet, one row each.
 *
 * <p>Spans come in reverse preorder, so the children of the current span are the topmost rows, its
 * first child on top. The span then replaces them. There are at most as many rows as siblings along
 * one path from the root.
 */
final class HashedSubtrees {
  private static final int INITIAL_ROWS = 64;
  private static final int MAX_KEPT_ROWS = 65_536;

  private int size;
  private int[] spans = new int[INITIAL_ROWS];
  private Frame[] frames = new Frame[INITIAL_ROWS];
  private long[] startNanos = new long[INITIAL_ROWS];
  private long[] endNanos = new long[INITIAL_ROWS];
  private boolean[] async = new boolean[INITIAL_ROWS];
  private final HashColumn structure = new HashColumn(INITIAL_ROWS);
  private final HashColumn flow = new HashColumn(INITIAL_ROWS);
  private final HashColumn order = new HashColumn(INITIAL_ROWS);

  int size() {
    return size;
  }

  /** The number of rows that fit without resizing. */
  int capacity() {
    return spans.length;
  }

  /** The lowest row with a child of the span whose subtree ends at {@code subtreeEnd}. */
  int firstBelow(int subtreeEnd) {
    int row = size;
    while (row > 0 && spans[row - 1] < subtreeEnd) {
      row--;
    }
    return row;
  }

  /**
   * Writes the rows {@code [from, to)} of a span's children to the same indices of {@code list},
   * first child first. Most trees are stored by start, and sorted input is quick to sort.
   */
  void listChildren(int[] list, int from, int to) {
    for (int place = from; place < to; place++) {
      list[place] = from + to - 1 - place;
    }
  }

  /** Ensures space for one more row. */
  void reserve() {
    if (size == spans.length) {
      resize(2 * size);
    }
  }

  /** Removes the rows from this one on and puts the span there; its hashes are set separately. */
  void replaceFrom(int row, CallTree tree, int span) {
    spans[row] = span;
    frames[row] = tree.frame(span);
    startNanos[row] = tree.startNanos(span);
    endNanos[row] = tree.endNanos(span);
    async[row] = tree.async(span);
    size = row + 1;
  }

  /** Removes all rows, and releases the space of a very large trace. */
  void clear() {
    size = 0;
    if (capacity() > MAX_KEPT_ROWS) {
      resize(INITIAL_ROWS);
    }
  }

  private void resize(int rows) {
    spans = Arrays.copyOf(spans, rows);
    frames = Arrays.copyOf(frames, rows);
    startNanos = Arrays.copyOf(startNanos, rows);
    endNanos = Arrays.copyOf(endNanos, rows);
    async = Arrays.copyOf(async, rows);
    structure.resize(rows);
    flow.resize(rows);
    order.resize(rows);
  }

  int span(int row) {
    return spans[row];
  }

  long startNanos(int row) {
    return startNanos[row];
  }

  long endNanos(int row) {
    return endNanos[row];
  }

  long durationNanos(int row) {
    return endNanos[row] - startNanos[row];
  }

  /** Whether its duration is not zero. */
  boolean lasts(int row) {
    return endNanos[row] > startNanos[row];
  }

  boolean async(int row) {
    return async[row];
  }

  HashColumn structure() {
    return structure;
  }

  HashColumn flow() {
    return flow;
  }

  HashColumn order() {
    return order;
  }

  Signatures signatures(int row) {
    return new Signatures(structure.signature(row), flow.signature(row), order.signature(row));
  }

  /** By service, operation, subtree hash, awaited before asynchronous. */
  int compareIdentity(int row, int other, HashColumn hashes) {
    if (!frames[row].equals(frames[other])) {
      return frames[row].compareTo(frames[other]);
    }
    int byHash = hashes.compare(row, other);
    return byHash != 0 ? byHash : Boolean.compare(async[row], async[other]);
  }
}
