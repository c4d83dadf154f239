package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.Arrays;

/**
 * A stack of subtrees that are hashed already while their parents are not, one row each.
 *
 * <p>Spans come in reverse preorder, so the children of the span at hand are the topmost rows, its
 * first child on top; the span then takes their place. At most as many rows are in use as there are
 * siblings along one path from the root.
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

  /** Rows there is space for. */
  int capacity() {
    return spans.length;
  }

  /** The lowest row of those that hold children of a span whose subtree ends there. */
  int firstBelow(int subtreeEnd) {
    int row = size;
    while (row > 0 && spans[row - 1] < subtreeEnd) {
      row--;
    }
    return row;
  }

  /**
   * Writes the rows {@code [from, to)} of a span's children to the same places, first child first:
   * most trees are laid out by start, and what is in order already is sorted quickly.
   */
  void listChildren(int[] list, int from, int to) {
    for (int place = from; place < to; place++) {
      list[place] = from + to - 1 - place;
    }
  }

  /** Makes sure that there is one row more than are in use. */
  void reserve() {
    if (size == spans.length) {
      resize(2 * size);
    }
  }

  /** Removes the rows from this one on and puts the span there; its hashes are set apart. */
  void replaceFrom(int row, CallTree tree, int span) {
    spans[row] = span;
    frames[row] = tree.frame(span);
    startNanos[row] = tree.startNanos(span);
    endNanos[row] = tree.endNanos(span);
    async[row] = tree.async(span);
    size = row + 1;
  }

  /** Removes all rows, and gives back the space that a giant trace took. */
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
