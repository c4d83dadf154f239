package io.tracemill.analysis.subspan;

import io.tracemill.analysis.signature.CallTree;
import io.tracemill.analysis.signature.SiblingOrder;
import io.tracemill.analysis.span.Frame;
import java.util.Arrays;

/**
 * The times of one request's spans (tprof section 3, algorithm 1), nanoseconds. Linear in spans; no
 * recursion. Reused from request to request.
 *
 * <p>Spans have positions: the first span has 0, a parent comes before its children, and siblings
 * come by their begin. Two requests with the same order signature have equal spans at equal
 * positions. Asynchronous spans and what is below them are left out: they are requests themselves.
 * Children are clipped to their parents first, but events keep the order of the signature. A child
 * that begins after its parent has ended gets length 0, at the event before it. So {@code end_diff}
 * begins with the last end for which the parent may have waited.
 *
 * <pre>
 * parent     |--s0--|bbbbbbbbb|--s2--|     s0, s1, s2: its sub-spans
 *                   |s1|ccc|               s1 begins with b, the latest event before c
 *            |--d0--|d1|                   child_diff: from begin to begin; end_diff = s2
 * </pre>
 *
 * {@link SpanLayout} says what each of the {@link #values} is.
 */
public final class SpanTimes {
  private static final int INITIAL = 64;
  private static final int MAX_KEPT = 1 << 16;

  private int size;
  private int valueCount;

  /** By position. */
  private int[] spans = {};

  private int[] parents = {};
  private int[] children = {};
  private long[] values = {};

  /** By span number: its clipped begin and end. */
  private long[] begins = {};

  private long[] ends = {};

  /** The positions of the spans above the current one, and itself. */
  private int[] stack = {};

  /** Reads the subtree of {@code root}, whose siblings have this order. */
  public void read(CallTree tree, int root, SiblingOrder order) {
    reserve(tree.subtreeEnd(root));
    size = 0;
    valueCount = 0;
    begins[root] = tree.startNanos(root);
    ends[root] = tree.endNanos(root);
    int depth = 0;
    add(tree, order, root, 0);
    stack[0] = 0;
    int next = awaited(tree, order, order.firstBegun(root));
    while (depth >= 0) {
      if (next == SiblingOrder.NONE) {
        int done = spans[stack[depth--]];
        next = done == root ? next : awaited(tree, order, order.nextBegun(done));
      } else {
        int position = size;
        add(tree, order, next, stack[depth]);
        stack[++depth] = position;
        next = awaited(tree, order, order.firstBegun(next));
      }
    }
  }

  private void reserve(int spanNumbers) {
    if (spans.length < spanNumbers || (spans.length > MAX_KEPT && spanNumbers <= MAX_KEPT)) {
      int capacity = Math.max(INITIAL, Integer.highestOneBit(Math.max(1, spanNumbers)) * 2);
      spans = new int[capacity];
      parents = new int[capacity];
      children = new int[capacity];
      values = new long[SpanLayout.MAX_VALUES_OF_SPAN * capacity];
      begins = new long[capacity];
      ends = new long[capacity];
      stack = new int[capacity];
    }
  }

  /** This child, or the next one that its parent waits for. */
  private static int awaited(CallTree tree, SiblingOrder order, int child) {
    int next = child;
    while (next != SiblingOrder.NONE && tree.async(next)) {
      next = order.nextBegun(next);
    }
    return next;
  }

  private void add(CallTree tree, SiblingOrder order, int span, int parent) {
    spans[size] = span;
    parents[size] = parent;
    long begin = begins[span];
    long end = ends[span];
    values[valueCount++] = end - begin;
    int child = awaited(tree, order, order.firstBegun(span));
    if (child == SiblingOrder.NONE) {
      children[size++] = 0;
      return;
    }
    int selfPlace = valueCount++;
    int count = 0;
    int ended = order.firstEnded(span);
    long self = 0;
    long lastBegin = begin;
    long lastEnd = begin;
    long covered = begin;
    while (child != SiblingOrder.NONE) {
      long start = tree.startNanos(child);
      while (ended != SiblingOrder.NONE && (tree.async(ended) || tree.endNanos(ended) <= start)) {
        lastEnd = tree.async(ended) ? lastEnd : Math.max(lastEnd, ends[ended]);
        ended = order.nextEnded(ended);
      }
      long lastEvent = Math.max(lastBegin, lastEnd);
      boolean late = start >= end && tree.endNanos(child) > end;
      long from = late ? lastEvent : clip(start, begin, end);
      long to = late ? lastEvent : clip(tree.endNanos(child), begin, end);
      begins[child] = from;
      ends[child] = to;
      values[valueCount++] = from - lastBegin;
      values[valueCount++] = from - lastEvent;
      self += Math.max(0, from - covered);
      covered = Math.max(covered, to);
      lastBegin = from;
      count++;
      child = awaited(tree, order, order.nextBegun(child));
    }
    values[valueCount++] = end - covered;
    values[selfPlace] = self + end - covered;
    children[size++] = count;
  }

  private static long clip(long time, long begin, long end) {
    return Math.max(begin, Math.min(end, time));
  }

  /** The number of spans. */
  public int size() {
    return size;
  }

  /** How many children the span at this position waits for. */
  public int children(int position) {
    return children[position];
  }

  /** The number of {@link #values}. */
  public int valueCount() {
    return valueCount;
  }

  /** The times of all spans, by position; only the first {@link #valueCount} count. */
  public long[] values() {
    return values;
  }

  /** The spans of the request that was read. */
  public SpanLayout layout(CallTree tree) {
    Frame[] frames = new Frame[size];
    for (int position = 0; position < size; position++) {
      frames[position] = tree.frame(spans[position]);
    }
    return new SpanLayout(Arrays.copyOf(parents, size), frames);
  }
}
