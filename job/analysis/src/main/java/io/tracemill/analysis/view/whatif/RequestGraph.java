package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * Which span of a request waited for which (semantics 7.1).
 *
 * <pre>
 * parent |-gap-|aaaaaaa|-gap-|ccccc|--tail--|
 *              |bbbb|                          c waits for a and b, the parent's end for c
 * </pre>
 *
 * A span starts a <em>gap</em> after all siblings that happened before it have ended, or after its
 * parent's start if there are none. A parent ends a <em>tail</em> after its last child. Gaps and
 * tails are the parent's own time, or that of the edge it waits on. Only spans that can block their
 * parent count. An internal span without children that began before the last call beside it, and
 * ends with it, waits for that call: it does not count either. Spans are numbered as in the tree.
 */
final class RequestGraph {
  /** Stands for no span. */
  static final int NONE = -1;

  private final long toleranceNanos;
  private final PlaceNumbers numbers;
  private final IndexSort sort = new IndexSort();

  final int size;
  final int[] parent;

  /** By span, the place that is its operation. */
  final int[] operation;

  private final SpanKind[] kind;
  private final boolean[] blocking;
  private final boolean[] orphan;
  final long[] start;
  final long[] duration;
  final long[] end;

  /** The blocking children of span i are from firstChild[i] up to firstChild[i + 1]. */
  final int[] firstChild;

  final int[] byStart;
  final int[] byEnd;

  /** By child: the end of the last sibling that it waited for; without one, the parent's start. */
  final long[] base;

  final int[] gapPlace;
  final int[] tailPlace;

  /**
   * The graph of the tree's request, with corrected times.
   *
   * @param toleranceNanos how far sequential siblings may overlap (semantics 5)
   * @param places numbers of the places of all requests that are loaded
   */
  RequestGraph(TraceTree tree, long toleranceNanos, PlaceNumbers places) {
    this.toleranceNanos = toleranceNanos;
    numbers = places;
    size = tree.size();
    parent = new int[size];
    operation = new int[size];
    kind = new SpanKind[size];
    blocking = new boolean[size];
    orphan = new boolean[size];
    start = new long[size];
    duration = new long[size];
    end = new long[size];
    firstChild = new int[size + 1];
    byStart = new int[size];
    byEnd = new int[size];
    base = new long[size];
    gapPlace = new int[size];
    tailPlace = new int[size];
    long requestStart = tree.startNanos(0);
    for (int span = 0; span < size; span++) {
      parent[span] = span == 0 ? 0 : tree.parent(span);
      operation[span] = numbers.of(new Place.Operation(tree.frame(span)));
      kind[span] = tree.kind(span);
      start[span] = tree.startNanos(span) - requestStart;
      end[span] = tree.endNanos(span) - requestStart;
      duration[span] = end[span] - start[span];
      blocking[span] = span > 0 && tree.blocking(span) && duration[span] > 0;
      orphan[span] = tree.orphan(span);
    }
    leaveOutWrappers(tree);
    groupChildren();
    findPlaces(tree);
    for (int span = 0; span < size; span++) {
      findBases(span);
    }
  }

  /** Leaves out internal spans that only wait for the last call beside them. */
  private void leaveOutWrappers(TraceTree tree) {
    int[] lastCall = new int[size];
    Arrays.fill(lastCall, NONE);
    for (int span = 1; span < size; span++) {
      if (blocking[span] && !isLeaf(span, tree)) {
        lastCall[parent[span]] = later(lastCall[parent[span]], span, end);
      }
    }
    for (int span = 1; span < size; span++) {
      int call = lastCall[parent[span]];
      if (call != NONE && kind[span] == SpanKind.INTERNAL && isLeaf(span, tree)) {
        blocking[span] &= !wraps(span, call);
      }
    }
  }

  private static boolean isLeaf(int span, TraceTree tree) {
    return tree.subtreeEnd(span) == span + 1;
  }

  /** Whether a call takes at least half of a span's time, and both end together. */
  private boolean wraps(int span, int call) {
    return start[span] <= start[call]
        && Math.abs(end[span] - end[call]) <= Math.min(tolerated(span), tolerated(call))
        && 2 * duration[call] >= duration[span];
  }

  private void groupChildren() {
    int[] next = new int[size];
    for (int span = 1; span < size; span++) {
      firstChild[parent[span] + 1] += blocking[span] ? 1 : 0;
    }
    for (int span = 0; span < size; span++) {
      firstChild[span + 1] += firstChild[span];
      next[span] = firstChild[span];
    }
    for (int span = 1; span < size; span++) {
      if (blocking[span]) {
        byStart[next[parent[span]]++] = span;
      }
    }
    System.arraycopy(byStart, 0, byEnd, 0, firstChild[size]);
    for (int span = 0; span < size; span++) {
      if (firstChild[span + 1] - firstChild[span] > 1) {
        sort.sort(byStart, firstChild[span], firstChild[span + 1], this::compareStarts);
        sort.sort(byEnd, firstChild[span], firstChild[span + 1], this::compareEnds);
      }
    }
  }

  private int compareStarts(int a, int b) {
    int order = Long.compare(start[a], start[b]);
    return order != 0 ? order : Integer.compare(a, b);
  }

  private int compareEnds(int a, int b) {
    int order = Long.compare(end[a], end[b]);
    return order != 0 ? order : Integer.compare(a, b);
  }

  /** Assigns each gap and tail to the span's frame, or to the edge that it waited on. */
  private void findPlaces(TraceTree tree) {
    System.arraycopy(operation, 0, tailPlace, 0, size);
    for (int span = size - 1; span > 0; span--) {
      if (!blocking[span] && !orphan[span] && crosses(span, tree)) {
        tailPlace[parent[span]] = edge(span, tree);
      }
    }
    for (int span = 0; span < size; span++) {
      findPlaces(span, tree);
    }
  }

  private void findPlaces(int span, TraceTree tree) {
    int from = firstChild[span];
    int to = firstChild[span + 1];
    int last = to - 1;
    while (last >= from && !crosses(byStart[last], tree)) {
      last--;
    }
    if (last >= from) {
      tailPlace[span] = edge(byStart[last], tree);
    }
    int place = tailPlace[span];
    for (int i = to - 1; i >= from; i--) {
      place = crosses(byStart[i], tree) ? edge(byStart[i], tree) : place;
      gapPlace[byStart[i]] = place;
    }
  }

  private boolean crosses(int child, TraceTree tree) {
    return kind[parent[child]].callsOut()
        && tree.serviceNumber(child) != tree.serviceNumber(parent[child]);
  }

  private int edge(int child, TraceTree tree) {
    return numbers.of(new Place.Edge(service(parent[child], tree), service(child, tree)));
  }

  private static String service(int span, TraceTree tree) {
    return tree.frame(span).service();
  }

  private void findBases(int span) {
    Progress ended = new Progress(span, end);
    for (int i = firstChild[span]; i < firstChild[span + 1]; i++) {
      int last = ended.before(byStart[i]);
      base[byStart[i]] = last == NONE ? start[span] : end[last];
    }
  }

  /** Whether {@code a} ended before {@code b} began, within the tolerance. */
  boolean happensBefore(int a, int b) {
    long overlap = end[a] - start[b];
    long tolerated = Math.min(tolerated(a), tolerated(b));
    return overlap <= 0 || (overlap <= tolerated && start[a] < start[b] && end[a] < end[b]);
  }

  long tolerated(int span) {
    return Math.min(toleranceNanos, duration[span] / 2);
  }

  /** Walks the children of a span by start, and tracks which earlier child ends last. */
  final class Progress {
    private final int to;
    private final long[] ends;
    private int ended;
    private int last = NONE;

    /**
     * @param ends by child, the ends to use; the order of children stays as recorded
     */
    Progress(int span, long[] ends) {
      this.ends = ends;
      ended = firstChild[span];
      to = firstChild[span + 1];
    }

    /** The last-ending sibling that happened before {@code child}, or {@link #NONE}. */
    int before(int child) {
      while (ended < to && end[byEnd[ended]] <= start[child]) {
        last = later(last, byEnd[ended++], ends);
      }
      int found = last;
      long tolerated = tolerated(child);
      for (int i = ended; i < to && end[byEnd[i]] - start[child] <= tolerated; i++) {
        if (byEnd[i] != child && happensBefore(byEnd[i], child)) {
          found = later(found, byEnd[i], ends);
        }
      }
      return found;
    }
  }

  static int later(int a, int b, long[] ends) {
    return a == NONE || ends[b] >= ends[a] ? b : a;
  }

  /** The span's time after the end of its last child, or all of its time without children. */
  long tail(int span) {
    int to = firstChild[span + 1];
    return to == firstChild[span] ? duration[span] : end[span] - end[byEnd[to - 1]];
  }

  /** The parent's time between the end that the child waited for and the child's start. */
  long gap(int child) {
    return start[child] - base[child];
  }
}
