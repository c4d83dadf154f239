package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Hash128;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.trace.TraceTree;

/**
 * The order in which the children of each span begin and end, and the signatures by which layers 3
 * and 4 group requests (semantics 6). Reused from request to request.
 *
 * <p>Events are ordered by time. At the same time, ends of children that began earlier come first,
 * in order of their begins. Then come children of zero length, each with its begin and end
 * together. The begins of longer children come last. Begins at the same position are ordered by the
 * subtree's hash, then by end.
 *
 * <pre>
 *   |-- a --|-- b --|
 *           c             +a -a +c -c +b -b
 * </pre>
 *
 * <p>Asynchronous children are marked leaves of both signatures, and have no place in the order. A
 * span below the first one that opens a request of its own is a marked leaf too ({@link
 * #elsewhere}), but the order has it if its parent waits for it.
 *
 * <p>Implementation notes: in a hash, a begin is the child's hash, which covers its frame; an end
 * is the number of its begin. A multiset is the sum of its members' hashes: they are well mixed, so
 * different multisets have the same sum only by chance.
 */
final class CallOrder {
  /** Stands for no span. */
  static final int NONE = -1;

  private static final int STRUCTURE = 1;
  private static final int ORDER = 3;
  private static final int ELSEWHERE = 1;
  private static final int ASYNC = 2;

  private final TraceTree tree;
  private final Hash128 hash = new Hash128();
  private final IndexSort sort = new IndexSort();
  private final IntComparator byBegin = this::compareBegin;
  private final IntComparator byEnd = this::compareEnd;

  /** The hash of each span's subtree. */
  private long[] high = {};

  private long[] low = {};

  /** Linked lists, by span. */
  private int[] firstBegun = {};

  private int[] nextBegun = {};
  private int[] firstEnded = {};
  private int[] nextEnded = {};

  /** The children of the current span, and by child its place among those that begin. */
  private int[] begins = {};

  private int[] ends = {};
  private int[] places = {};
  private int begun;

  private int asyncChildren;
  private long asyncHigh;
  private long asyncLow;

  CallOrder(TraceTree tree) {
    this.tree = tree;
  }

  /** Whether the span's times belong to another request, which it opens. */
  boolean elsewhere(int span) {
    return span != 0 && tree.opensAsyncRequest(span);
  }

  /** Reads the current tree; returns its order signature. */
  CallTreeSignature read() {
    clear(tree.size());
    for (int span = tree.size() - 1; span >= 0; span--) {
      begin(ORDER, span);
      arrange(span);
      addEvents();
      hash.add(begun, asyncChildren);
      finish(span);
    }
    return new CallTreeSignature(high[0], low[0]);
  }

  /** The structure signature of the tree that was read; it ignores the order of siblings. */
  CallTreeSignature structure() {
    for (int span = tree.size() - 1; span >= 0; span--) {
      begin(STRUCTURE, span);
      int children = 0;
      long sumHigh = 0;
      long sumLow = 0;
      for (int child = firstBegun[span]; child != NONE; child = nextBegun[child]) {
        sumHigh += high[child];
        sumLow += low[child];
        children++;
      }
      hash.add(sumHigh, sumLow);
      hash.add(children, asyncChildren);
      finish(span);
    }
    return new CallTreeSignature(high[0], low[0]);
  }

  private void clear(int spans) {
    high = new long[spans];
    low = new long[spans];
    firstBegun = new int[spans];
    nextBegun = new int[spans];
    firstEnded = new int[spans];
    nextEnded = new int[spans];
    begins = new int[spans];
    ends = new int[spans];
    places = new int[spans];
  }

  /** Starts the hash of a span with its name, its mark, and the names of asynchronous children. */
  private void begin(int form, int span) {
    asyncChildren = 0;
    asyncHigh = 0;
    asyncLow = 0;
    if (!elsewhere(span)) {
      for (int child = span + 1; child < tree.subtreeEnd(span); child = tree.subtreeEnd(child)) {
        if (tree.async(child)) {
          hash.begin(ASYNC, tree.frame(child));
          hash.finish();
          asyncHigh += hash.high();
          asyncLow += hash.low();
          asyncChildren++;
        }
      }
    }
    hash.begin(form, tree.frame(span));
    if (elsewhere(span)) {
      hash.add(ELSEWHERE, 0);
    }
    if (asyncChildren > 0) {
      hash.add(asyncHigh, asyncLow);
    }
  }

  private void finish(int span) {
    hash.finish();
    high[span] = hash.high();
    low[span] = hash.low();
  }

  /** Sorts and links the children. */
  private void arrange(int span) {
    begun = 0;
    firstBegun[span] = NONE;
    firstEnded[span] = NONE;
    if (elsewhere(span)) {
      return;
    }
    for (int child = span + 1; child < tree.subtreeEnd(span); child = tree.subtreeEnd(child)) {
      if (!tree.async(child)) {
        begins[begun++] = child;
      }
    }
    sort.sort(begins, 0, begun, byBegin);
    int ended = 0;
    for (int place = 0; place < begun; place++) {
      places[begins[place]] = place;
      ends[ended] = begins[place];
      ended += lasts(begins[place]) ? 1 : 0;
    }
    // The sort is stable, so equal ends stay in begin order.
    sort.sort(ends, 0, ended, byEnd);
    firstBegun[span] = link(begins, begun, nextBegun);
    firstEnded[span] = link(ends, ended, nextEnded);
  }

  private static int link(int[] spans, int count, int[] next) {
    int following = NONE;
    for (int place = count - 1; place >= 0; place--) {
      next[spans[place]] = following;
      following = spans[place];
    }
    return following;
  }

  private void addEvents() {
    int ended = begun == 0 ? NONE : firstEnded[tree.parent(begins[0])];
    for (int place = 0; place < begun; place++) {
      int child = begins[place];
      while (ended != NONE && tree.endNanos(ended) <= tree.startNanos(child)) {
        hash.add(places[ended], 0);
        ended = nextEnded[ended];
      }
      hash.add(high[child], low[child]);
      if (!lasts(child)) {
        hash.add(place, 0);
      }
    }
    for (; ended != NONE; ended = nextEnded[ended]) {
      hash.add(places[ended], 0);
    }
  }

  private boolean lasts(int span) {
    return tree.endNanos(span) > tree.startNanos(span);
  }

  private int compareBegin(int span, int other) {
    int order = Long.compare(tree.startNanos(span), tree.startNanos(other));
    order = order != 0 ? order : Boolean.compare(lasts(span), lasts(other));
    order = order != 0 ? order : Long.compare(high[span], high[other]);
    order = order != 0 ? order : Long.compare(low[span], low[other]);
    return order != 0 ? order : compareEnd(span, other);
  }

  private int compareEnd(int span, int other) {
    return Long.compare(tree.endNanos(span), tree.endNanos(other));
  }

  /** The child of {@code span} that began first, or {@link #NONE}. */
  int firstBegun(int span) {
    return firstBegun[span];
  }

  /** The sibling that began next, or {@link #NONE}. */
  int nextBegun(int child) {
    return nextBegun[child];
  }

  /**
   * The child of {@code span} that ended first, or {@link #NONE}; without children of zero length.
   */
  int firstEnded(int span) {
    return firstEnded[span];
  }

  /** The sibling that ended next, or {@link #NONE}; without children of zero length. */
  int nextEnded(int child) {
    return nextEnded[child];
  }
}
