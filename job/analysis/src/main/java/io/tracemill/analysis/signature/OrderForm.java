package io.tracemill.analysis.signature;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import java.util.Optional;

/**
 * The sequence of the children's begin and end events (tprof layer 4).
 *
 * <p>Events are ordered by time. At the same time, ends of children that began earlier come first,
 * in order of their begins. Then come children of zero length, each with its begin and end
 * together. The begins of longer children come last. Begins at the same position are ordered by
 * (service, operation, subtree hash), then awaited before asynchronous, then by end.
 *
 * <pre>
 *   |-- a --|-- b --|
 *           c             +a -a +c -c +b -b
 * </pre>
 *
 * <p>Implementation notes: a begin is the child's hash, which covers its frame; an end is the
 * number of its begin. That is equivalent to its frame and its number among equal frames, but needs
 * no counting.
 */
final class OrderForm {
  private final HashedSubtrees subtrees;
  private final IndexSort sort;
  private final Optional<SiblingOrder> siblings;
  private final IntComparator byBegin = this::compareBegin;
  private final IntComparator byEnd = this::compareEnd;

  /** Rows in begin order. */
  private int[] begins = {};

  /** Rows in end order, without children of zero length. */
  private int[] ends = {};

  /** Per row: its index in {@link #begins}. */
  private int[] places = {};

  /**
   * @param siblings receives the order of each span's children, if present
   */
  OrderForm(HashedSubtrees subtrees, IndexSort sort, Optional<SiblingOrder> siblings) {
    this.subtrees = subtrees;
    this.sort = sort;
    this.siblings = siblings;
  }

  /** Adds the children of {@code span}, in the rows {@code [from, to)}. */
  void addChildren(int span, int from, int to, Hash128 hash) {
    arrangeBegins(from, to);
    int lasting = arrangeEnds(from, to);
    if (siblings.isPresent()) {
      link(siblings.get(), span, from, to, lasting);
    }
    int ended = from;
    for (int next = from; next < to; next++) {
      int child = begins[next];
      while (ended < lasting && subtrees.endNanos(ends[ended]) <= subtrees.startNanos(child)) {
        addEnd(ends[ended++], from, hash);
      }
      hash.add(subtrees.order().high(child), subtrees.order().low(child));
      if (!subtrees.lasts(child)) {
        addEnd(child, from, hash);
      }
    }
    while (ended < lasting) {
      addEnd(ends[ended++], from, hash);
    }
    hash.add(to - from, 0);
  }

  private void link(SiblingOrder order, int span, int from, int to, int lasting) {
    order.open(span);
    for (int place = to - 1; place >= from; place--) {
      order.prependBegun(span, subtrees.span(begins[place]));
    }
    for (int place = lasting - 1; place >= from; place--) {
      order.prependEnded(span, subtrees.span(ends[place]));
    }
  }

  private void addEnd(int row, int from, Hash128 hash) {
    hash.add(places[row] - from, subtrees.async(row) ? 1 : 0);
  }

  private void arrangeBegins(int from, int to) {
    if (begins.length != subtrees.capacity()) {
      begins = new int[subtrees.capacity()];
      ends = new int[subtrees.capacity()];
      places = new int[subtrees.capacity()];
    }
    subtrees.listChildren(begins, from, to);
    sort.sort(begins, from, to, byBegin);
  }

  /** Returns the index after the last one in {@link #ends}. */
  private int arrangeEnds(int from, int to) {
    int lasting = from;
    for (int place = from; place < to; place++) {
      int child = begins[place];
      places[child] = place;
      if (subtrees.lasts(child)) {
        ends[lasting++] = child;
      }
    }
    // The sort is stable, so equal ends stay in begin order.
    sort.sort(ends, from, lasting, byEnd);
    return lasting;
  }

  private int compareBegin(int row, int other) {
    int byStart = Long.compare(subtrees.startNanos(row), subtrees.startNanos(other));
    if (byStart != 0) {
      return byStart;
    }
    int byLasting = Boolean.compare(subtrees.lasts(row), subtrees.lasts(other));
    if (byLasting != 0) {
      return byLasting;
    }
    int byIdentity = subtrees.compareIdentity(row, other, subtrees.order());
    return byIdentity != 0 ? byIdentity : compareEnd(row, other);
  }

  private int compareEnd(int row, int other) {
    return Long.compare(subtrees.endNanos(row), subtrees.endNanos(other));
  }
}
