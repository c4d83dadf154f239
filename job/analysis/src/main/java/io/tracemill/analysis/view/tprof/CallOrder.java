package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Hash128;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;
import java.util.stream.IntStream;

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

  /** By span: its children in the order in which they begin, and those that last as they end. */
  private int[][] begun = {};

  private int[][] ended = {};

  /** By span: its place among the siblings that begin. */
  private int[] places = {};

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
    high = new long[tree.size()];
    low = new long[tree.size()];
    begun = new int[tree.size()][];
    ended = new int[tree.size()][];
    places = new int[tree.size()];
    for (int span = tree.size() - 1; span >= 0; span--) {
      begin(ORDER, span);
      arrange(span);
      addEvents(span);
      hash.add(begun[span].length, asyncChildren);
      finish(span);
    }
    return new CallTreeSignature(high[0], low[0]);
  }

  /** The structure signature of the tree that was read; it ignores the order of siblings. */
  CallTreeSignature structure() {
    for (int span = tree.size() - 1; span >= 0; span--) {
      begin(STRUCTURE, span);
      long sumHigh = 0;
      long sumLow = 0;
      for (int child : begun[span]) {
        sumHigh += high[child];
        sumLow += low[child];
      }
      hash.add(sumHigh, sumLow);
      hash.add(begun[span].length, asyncChildren);
      finish(span);
    }
    return new CallTreeSignature(high[0], low[0]);
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

  /** Sorts the children. */
  private void arrange(int span) {
    int[] children = elsewhere(span) ? new int[0] : children(span);
    sort.sort(children, 0, children.length, byBegin);
    for (int place = 0; place < children.length; place++) {
      places[children[place]] = place;
    }
    // The sort is stable, so equal ends stay in begin order.
    int[] lasting = Arrays.stream(children).filter(this::lasts).toArray();
    sort.sort(lasting, 0, lasting.length, byEnd);
    begun[span] = children;
    ended[span] = lasting;
  }

  private int[] children(int span) {
    int end = tree.subtreeEnd(span);
    return IntStream.iterate(span + 1, child -> child < end, tree::subtreeEnd)
        .filter(child -> !tree.async(child))
        .toArray();
  }

  private void addEvents(int span) {
    int[] ends = ended[span];
    int next = 0;
    for (int child : begun[span]) {
      for (; next < ends.length && tree.endNanos(ends[next]) <= tree.startNanos(child); next++) {
        hash.add(places[ends[next]], 0);
      }
      hash.add(high[child], low[child]);
      if (!lasts(child)) {
        hash.add(places[child], 0);
      }
    }
    for (; next < ends.length; next++) {
      hash.add(places[ends[next]], 0);
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

  /** The children of {@code span} that have a place in the order, as they begin. */
  int[] begun(int span) {
    return begun[span];
  }

  /** The same children as they end, without those of zero length. */
  int[] ended(int span) {
    return ended[span];
  }
}
