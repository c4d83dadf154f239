package io.tracemill.analysis.trace;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;

/**
 * Aligns the clocks of a request's hosts if its call tree shows a skew (semantics 4, CRISP section
 * 5.2, P-Tracer section 2.2).
 *
 * <pre>
 * parent on host A   |-------------|
 * child on host B         |------------|      recorded
 *                       |------------|        shifted just inside
 * too long            |-----------------|     clipped to the parent
 * </pre>
 *
 * It works top down on spans in preorder. So a parent is shifted and clipped before its children. A
 * request's first span, asynchronous children and orphans keep their times.
 */
public final class SkewCorrection {
  private final long maxShiftNanos;
  private final IndexSort sort = new IndexSort();
  private long[] offset = {};
  private int[] outside = {};
  private long skewNanos;
  private long clippedNanos;

  /** Shifts by at most {@code maxShiftNanos}; 0 disables shifts but not clipping. */
  public SkewCorrection(long maxShiftNanos) {
    this.maxShiftNanos = maxShiftNanos;
  }

  /** Corrects the times of the subtree of {@code root}, starting from the recorded times. */
  public void correct(TraceTree tree, int root) {
    correct(tree, root, endOfWork(tree, root));
  }

  /**
   * The same for a subtree that may lack spans.
   *
   * @param rootEnd the corrected end of {@code root}, nanoseconds since the epoch
   */
  public void correct(TraceTree tree, int root, long rootEnd) {
    reserve(tree.parent.length);
    skewNanos = 0;
    clippedNanos = 0;
    int end = tree.subtreeEnd[root];
    for (int span = root; span < end; span++) {
      int parent = tree.parent[span];
      if (span == root || tree.orphan[span] || tree.async(span)) {
        offset[span] = 0;
        keepTimes(tree, span);
        tree.end[span] = span == root ? rootEnd : tree.end[span];
        tree.dropped[span] = false;
      } else if (tree.dropped[parent]) {
        offset[span] = offset[parent];
        keepTimes(tree, span);
        tree.dropped[span] = true;
      } else {
        clip(tree, span, parent);
      }
      if (tree.subtreeEnd[span] > span + 1) {
        shiftChildren(tree, span);
      }
    }
  }

  /**
   * The end of the request at {@code root}. A consumer's span can end when it has received its
   * message, so its request lasts until the last span ends that it waits for (semantics 1).
   */
  private static long endOfWork(TraceTree tree, int root) {
    long last = tree.recordedEnd[root];
    if (tree.kind[root] != SpanKind.CONSUMER && !tree.asyncLink[root]) {
      return last;
    }
    int span = root + 1;
    while (span < tree.subtreeEnd[root]) {
      if (tree.orphan[span] || tree.async(span)) {
        span = tree.subtreeEnd[span];
      } else {
        last = Math.max(last, tree.recordedEnd[span]);
        span++;
      }
    }
    return last;
  }

  private void reserve(int capacity) {
    if (offset.length != capacity) {
      offset = new long[capacity];
      outside = new int[capacity];
    }
  }

  private void keepTimes(TraceTree tree, int span) {
    tree.start[span] = tree.recordedStart[span] + offset[span];
    tree.end[span] = tree.recordedEnd[span] + offset[span];
  }

  /** Clips a span, whose offset is set, to its parent; drops it if nothing is left. */
  private void clip(TraceTree tree, int span, int parent) {
    keepTimes(tree, span);
    long from = Math.max(tree.start[span], tree.start[parent]);
    long to = Math.min(tree.end[span], tree.end[parent]);
    long length = tree.end[span] - tree.start[span];
    boolean inside = length == 0 ? from == to : from < to;
    tree.dropped[span] = !inside;
    if (inside) {
      clippedNanos += length - (to - from);
      tree.start[span] = from;
      tree.end[span] = to;
    } else {
      clippedNanos += length;
    }
  }

  /** Sets the offsets of a span's children: its own plus the shift that moves them inside. */
  private void shiftChildren(TraceTree tree, int parent) {
    int out = 0;
    int blocking = 0;
    for (int c = parent + 1; c < tree.subtreeEnd[parent]; c = tree.subtreeEnd[c]) {
      offset[c] = offset[parent];
      if (!tree.orphan[c] && !tree.async(c)) {
        blocking++;
        out += movable(tree, c, parent) && sticksOut(tree, c, parent) ? 1 : 0;
      }
    }
    if (out == 0 || tree.dropped[parent] || maxShiftNanos == 0) {
      return;
    }
    int only = parent + 1;
    if (blocking == 1
        && out == 1
        && tree.subtreeEnd[only] == tree.subtreeEnd[parent]
        && tree.kind[parent] == SpanKind.CLIENT
        && shiftToCentre(tree, only, parent)) {
      return;
    }
    shiftByHost(tree, parent);
  }

  private static boolean otherHost(TraceTree tree, int child, int parent) {
    int childHost = tree.host[child];
    int parentHost = tree.host[parent];
    return childHost != parentHost
        && childHost != Vocabulary.UNKNOWN_HOST
        && parentHost != Vocabulary.UNKNOWN_HOST;
  }

  private static boolean movable(TraceTree tree, int child, int parent) {
    return otherHost(tree, child, parent)
        && tree.recordedEnd[child] - tree.recordedStart[child]
            <= tree.end[parent] - tree.start[parent];
  }

  private boolean sticksOut(TraceTree tree, int child, int parent) {
    return toStart(tree, child, parent) > 0 || toEnd(tree, child, parent) < 0;
  }

  /** Shift that makes the child start with its parent. */
  private long toStart(TraceTree tree, int child, int parent) {
    return tree.start[parent] - (tree.recordedStart[child] + offset[child]);
  }

  /** Shift that makes the child end with its parent. */
  private long toEnd(TraceTree tree, int child, int parent) {
    return tree.end[parent] - (tree.recordedEnd[child] + offset[child]);
  }

  private boolean shiftToCentre(TraceTree tree, int child, int parent) {
    long toStart = toStart(tree, child, parent);
    long shift = toStart + (toEnd(tree, child, parent) - toStart) / 2;
    return shift(child, shift);
  }

  /** Shifts all children of one host by the same amount, the least that moves them inside. */
  private void shiftByHost(TraceTree tree, int parent) {
    int count = 0;
    for (int c = parent + 1; c < tree.subtreeEnd[parent]; c = tree.subtreeEnd[c]) {
      if (!tree.orphan[c] && !tree.async(c) && movable(tree, c, parent)) {
        outside[count++] = c;
      }
    }
    sort.sort(outside, 0, count, (a, b) -> Integer.compare(tree.host[a], tree.host[b]));
    int from = 0;
    while (from < count) {
      int to = from + 1;
      while (to < count && tree.host[outside[to]] == tree.host[outside[from]]) {
        to++;
      }
      shiftGroup(tree, parent, Arrays.copyOfRange(outside, from, to));
      from = to;
    }
  }

  private void shiftGroup(TraceTree tree, int parent, int[] children) {
    long least = Long.MIN_VALUE;
    long most = Long.MAX_VALUE;
    for (int child : children) {
      least = Math.max(least, toStart(tree, child, parent));
      most = Math.min(most, toEnd(tree, child, parent));
    }
    if (least <= most) {
      long shift = Math.min(Math.max(0, least), most);
      for (int child : children) {
        shift(child, shift);
      }
    }
  }

  private boolean shift(int child, long nanos) {
    if (nanos == 0 || Math.abs(nanos) > maxShiftNanos) {
      return false;
    }
    offset[child] += nanos;
    skewNanos += Math.abs(nanos);
    return true;
  }

  /** Sum of the distances by which subtrees were shifted, each counted once. */
  public long skewNanos() {
    return skewNanos;
  }

  /** Sum of the clipped time; dropped spans count in full. */
  public long clippedNanos() {
    return clippedNanos;
  }

  /**
   * The clipped time of the span, nanoseconds: its whole duration if it was dropped, 0 below a
   * dropped span. It adds up to {@link #clippedNanos()} over a request.
   */
  public long clippedNanos(TraceTree tree, int span) {
    int parent = tree.parent[span];
    if (parent == TraceTree.NO_PARENT || tree.orphan[span] || tree.async(span)) {
      return 0;
    }
    long length = tree.recordedEnd[span] - tree.recordedStart[span];
    if (tree.dropped[span]) {
      return tree.dropped[parent] ? 0 : length;
    }
    return length - (tree.end[span] - tree.start[span]);
  }

  /** The correction of the span's clock relative to its parent's, in nanoseconds. */
  public long shiftNanos(TraceTree tree, int span) {
    int parent = tree.parent[span];
    return parent == TraceTree.NO_PARENT || tree.orphan[span] || tree.async(span)
        ? 0
        : offset[span] - offset[parent];
  }
}
