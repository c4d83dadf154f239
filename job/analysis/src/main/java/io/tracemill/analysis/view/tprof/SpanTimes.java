package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * The times of one request's spans (tprof section 3, algorithm 1), nanoseconds. Linear in spans; no
 * recursion. Reused from request to request.
 *
 * <p>Spans have positions: the first span has 0, a parent comes before its children, and siblings
 * come by their begin. Two requests with the same order signature have equal spans at equal
 * positions. Asynchronous spans, and what is below spans that open requests of their own, are left
 * out. Children are clipped to their parents first, but events keep the order of the signature. A
 * child that begins after its parent has ended gets length 0, at the event before it. So {@code
 * end_diff} begins with the last end for which the parent may have waited.
 *
 * <pre>
 * parent     |--s0--|bbbbbbbbb|--s2--|     s0, s1, s2: its sub-spans
 *                   |s1|ccc|               s1 begins with b, the latest event before c
 *            |--d0--|d1|                   child_diff: from begin to begin; end_diff = s2
 * </pre>
 *
 * {@link SpanLayout} says what each of the {@link #values} is.
 */
final class SpanTimes {
  /** Stands for no position. */
  private static final int NONE = -1;

  private final TraceTree tree;
  private final CallOrder order;
  private int size;
  private int valueCount;

  /** By position. */
  private int[] spans = {};

  private int[] parents = {};
  private int[] children = {};
  private int[] offsets = {};
  private long[] values = {};

  /** By span number: its position, or NONE; its clipped begin and end. */
  private int[] positions = {};

  private long[] begins = {};
  private long[] ends = {};

  SpanTimes(TraceTree tree, CallOrder order) {
    this.tree = tree;
    this.order = order;
  }

  /** Reads the current tree. */
  void read(CriticalPath path) {
    clear(tree.size());
    Arrays.fill(positions, NONE);
    size = 0;
    valueCount = 0;
    begins[0] = tree.startNanos(0);
    ends[0] = tree.endNanos(0);
    int[] stack = new int[tree.size()];
    int depth = 1;
    while (depth > 0) {
      int span = stack[--depth];
      add(span, span == 0 ? 0 : positions[tree.parent(span)]);
      int[] calls = order.begun(span);
      for (int i = calls.length - 1; i >= 0; i--) {
        stack[depth++] = calls[i];
      }
    }
    addCritical(path);
  }

  private void clear(int spanNumbers) {
    spans = new int[spanNumbers];
    parents = new int[spanNumbers];
    children = new int[spanNumbers];
    offsets = new int[spanNumbers];
    values = new long[SpanLayout.MAX_VALUES_OF_SPAN * spanNumbers];
    positions = new int[spanNumbers];
    begins = new long[spanNumbers];
    ends = new long[spanNumbers];
  }

  private void add(int span, int parent) {
    int at = valueCount;
    positions[span] = size;
    spans[size] = span;
    parents[size] = parent;
    offsets[size] = at;
    long begin = begins[span];
    long end = ends[span];
    values[at] = end - begin;
    int count = 0;
    int[] ended = order.ended(span);
    int next = 0;
    long self = 0;
    long lastBegin = begin;
    long lastEnd = begin;
    long covered = begin;
    for (int child : order.begun(span)) {
      long start = tree.startNanos(child);
      for (; next < ended.length && tree.endNanos(ended[next]) <= start; next++) {
        lastEnd = Math.max(lastEnd, ends[ended[next]]);
      }
      long lastEvent = Math.max(lastBegin, lastEnd);
      boolean late = start >= end && tree.endNanos(child) > end;
      long from = late ? lastEvent : clip(start, begin, end);
      long to = late ? lastEvent : clip(tree.endNanos(child), begin, end);
      begins[child] = from;
      ends[child] = to;
      values[at + 2 + 2 * count] = from - lastBegin;
      values[at + 3 + 2 * count] = from - lastEvent;
      self += Math.max(0, from - covered);
      covered = Math.max(covered, to);
      lastBegin = from;
      count++;
    }
    if (count > 0) {
      values[at + 1] = self + end - covered;
      values[at + 2 + 2 * count] = end - covered;
    }
    valueCount = at + SpanLayout.valueCount(count);
    Arrays.fill(values, valueCount - count - 1, valueCount, 0);
    children[size++] = count;
  }

  private static long clip(long time, long begin, long end) {
    return Math.max(begin, Math.min(end, time));
  }

  /** Adds the sections of the critical path to the sub-spans in which they lie. */
  private void addCritical(CriticalPath path) {
    for (int place = 0; place < path.spanCount(); place++) {
      int span = path.span(place);
      if (positions[span] != NONE) {
        int position = positions[span];
        int critical =
            offsets[position] + SpanLayout.valueCount(children[position]) - children[position] - 1;
        if (order.elsewhere(span)) {
          values[critical] = path.windowNanos(span);
        } else {
          addSections(path, place, span, critical);
        }
      }
    }
  }

  /** Within a section, only children that it does not wait for begin; each ends a sub-span. */
  private void addSections(CriticalPath path, int place, int span, int critical) {
    int[] calls = order.begun(span);
    int call = 0;
    for (int i = path.endSection(place) - 1; i >= path.firstSection(place); i--) {
      long from = path.sectionFrom(i);
      while (from < path.sectionTo(i)) {
        while (call < calls.length && begins[calls[call]] <= from) {
          call++;
        }
        long end = path.sectionTo(i);
        long until = call == calls.length ? end : Math.min(begins[calls[call]], end);
        values[critical + call] += until - from;
        from = until;
      }
    }
  }

  /** The times of all spans, by position. */
  long[] values() {
    return Arrays.copyOf(values, valueCount);
  }

  /** The spans of the request that was read. */
  SpanLayout layout() {
    Frame[] frames = new Frame[size];
    boolean[] elsewhere = new boolean[size];
    for (int position = 0; position < size; position++) {
      frames[position] = tree.frame(spans[position]);
      elsewhere[position] = order.elsewhere(spans[position]);
    }
    return new SpanLayout(Arrays.copyOf(parents, size), frames, elsewhere);
  }
}
