package io.tracemill.analysis.signature;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;

/**
 * Children in start order, except concurrent ones (Spectroscope section 4.1, P-Tracer section 3.2).
 *
 * <p>Siblings are concurrent if they overlap by more than the tolerance, or are linked by a chain
 * of such overlaps. They form a group at the start of the first of them, ordered by (service,
 * operation, subtree hash). Then runs of equal subtrees fold.
 *
 * <pre>
 *   |--- b ---|         |- d -|
 *      |--- a ---|
 *         |c|           c overlaps by no more than the tolerance: a b c d
 * </pre>
 *
 * <p>Equal starts are ordered by end, then by (service, operation, subtree hash). The form does not
 * show which children were concurrent: sequential and overlapping calls can be the same flow.
 */
final class FlowForm {
  private final HashedSubtrees subtrees;
  private final Fold fold;
  private final long toleranceNanos;
  private final IndexSort sort;
  private final IntComparator byStart = this::compareStart;
  private final IntComparator byGroup = this::compareGroup;

  /** Rows in canonical order. */
  private int[] sequence = {};

  /** Per row: its group of concurrent siblings; groups are numbered by start. */
  private int[] groups = {};

  FlowForm(HashedSubtrees subtrees, Fold fold, long toleranceNanos, IndexSort sort) {
    this.subtrees = subtrees;
    this.fold = fold;
    this.toleranceNanos = toleranceNanos;
    this.sort = sort;
  }

  /** Adds the children in the rows {@code [from, to)}. */
  void addChildren(int from, int to, Hash128 hash) {
    arrange(from, to);
    int runs = 0;
    int next = from;
    while (next < to) {
      int end = endOfRun(next, to);
      addRun(sequence[next], end - next, hash);
      next = end;
      runs++;
    }
    hash.add(runs, 0);
  }

  /**
   * Lists the runs of the children in the rows {@code [from, to)}, which were just added and not
   * yet removed.
   */
  void listRuns(int from, int to, int parent, FlowRuns runs) {
    int next = from;
    while (next < to) {
      int end = endOfRun(next, to);
      runs.add(parent, subtrees.span(sequence[next]), fold.bucket(end - next));
      for (int call = next + 1; call < end; call++) {
        runs.join(subtrees.span(sequence[call]));
      }
      next = end;
    }
  }

  private void arrange(int from, int to) {
    if (sequence.length != subtrees.capacity()) {
      sequence = new int[subtrees.capacity()];
      groups = new int[subtrees.capacity()];
    }
    subtrees.listChildren(sequence, from, to);
    if (to - from > 1) {
      sort.sort(sequence, from, to, byStart);
      if (groupConcurrent(from, to)) {
        sort.sort(sequence, from, to, byGroup);
      }
    }
  }

  /**
   * Numbers the groups in one sweep over the children by start; returns true if any are concurrent.
   *
   * <p>A child no longer than the tolerance is alone. A longer child that starts well before the
   * last end so far overlaps the child that ends there.
   */
  private boolean groupConcurrent(int from, int to) {
    boolean concurrent = false;
    int count = 0;
    int open = 0;
    long openUntil = subtrees.startNanos(sequence[from]);
    for (int position = from; position < to; position++) {
      int child = sequence[position];
      if (subtrees.durationNanos(child) <= toleranceNanos) {
        groups[child] = count++;
      } else if (openUntil - subtrees.startNanos(child) > toleranceNanos) {
        groups[child] = open;
        openUntil = Math.max(openUntil, subtrees.endNanos(child));
        concurrent = true;
      } else {
        open = count++;
        groups[child] = open;
        openUntil = subtrees.endNanos(child);
      }
    }
    return concurrent;
  }

  private int endOfRun(int start, int to) {
    int first = sequence[start];
    int end = start + 1;
    while (end < to && same(first, sequence[end])) {
      end++;
    }
    return end;
  }

  private boolean same(int row, int other) {
    return subtrees.flow().equal(row, other) && subtrees.async(row) == subtrees.async(other);
  }

  private void addRun(int row, int length, Hash128 hash) {
    HashColumn hashes = subtrees.flow();
    hash.add(hashes.high(row), hashes.low(row));
    hash.add(fold.bucket(length), subtrees.async(row) ? 1 : 0);
  }

  private int compareStart(int row, int other) {
    int byStartNanos = Long.compare(subtrees.startNanos(row), subtrees.startNanos(other));
    if (byStartNanos != 0) {
      return byStartNanos;
    }
    int byEndNanos = Long.compare(subtrees.endNanos(row), subtrees.endNanos(other));
    return byEndNanos != 0 ? byEndNanos : subtrees.compareIdentity(row, other, subtrees.flow());
  }

  private int compareGroup(int row, int other) {
    int byNumber = Integer.compare(groups[row], groups[other]);
    return byNumber != 0 ? byNumber : subtrees.compareIdentity(row, other, subtrees.flow());
  }
}
