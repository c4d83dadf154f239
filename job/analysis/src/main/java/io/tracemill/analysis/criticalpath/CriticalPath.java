package io.tracemill.analysis.criticalpath;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * The critical path of a request: sections {@code (span, from, to)} that tile it from its start to
 * its end (semantics 5, CRISP listing 1).
 *
 * <pre>
 * root     |----------------------------------|
 * a            |--------|
 * b                 |-------------|                  ends before c starts
 * c                                 |-------|        the last to finish
 * path     |rrr|aaaaa?
 *          |rrrrrrr|bbbbbbbbbbbbb|rr|ccccccc|rr|     a overlaps b: it is parallel, not waited for
 * </pre>
 *
 * Each visited span has a window. Its children are clipped to it; the last to finish gets the
 * window from its start to its end, then the last of those that happened before it, and so on. What
 * no child covers is the span's own. Where an overlap was tolerated the later child owns it. Linear
 * in spans but for sorting siblings; no recursion. Reused from request to request.
 */
public final class CriticalPath {
  /** The callee of a section that is a span's own time. */
  public static final int NO_CALLEE = -1;

  /** An overlap is tolerated up to this part of the shorter of two siblings: half of it. */
  private static final int TOLERATED_PART = 2;

  private static final int NONE = -1;

  /** Columns longer than this are given back after the request that needed them. */
  private static final int MAX_KEPT = 1 << 16;

  private final long toleranceNanos;
  private final TraceTree tree;
  private final boolean withoutErrors;
  private final IndexSort sort = new IndexSort();
  private final IntComparator lastFinishingFirst = this::compareLastFinishing;

  /** By span: its window once its parent was visited, empty if it is not on the path. */
  private long[] from = {};

  private long[] to = {};

  /** By span on the path: the callee its parent waited for when it started. */
  private int[] via = {};

  private int[] candidates = {};
  private int candidateCount;

  /** Starts of all candidates, those that turned out not to be waited for included. */
  private long[] starts = {};

  private boolean startsSorted;

  private int[] visited = {};
  private int[] sectionsEnd = {};
  private boolean[] severalCallees = {};
  private int[] callee = {};
  private int visitedCount;

  private long[] sectionFrom = {};
  private long[] sectionTo = {};
  private int[] sectionCallee = {};
  private int sectionCount;

  /** Siblings on the path that overlap the next one within the tolerance. */
  private int[] overlapping = {};

  private long[] overlapNanos = {};
  private int overlapCount;

  /**
   * @param toleranceNanos how far two siblings may overlap and still count as one after the other
   *     (the paper: 1 ms); never more than half of the shorter of them; 0 switches it off
   * @param tree the tree whose requests are analysed
   */
  public CriticalPath(long toleranceNanos, TraceTree tree) {
    this(toleranceNanos, tree, false);
  }

  private CriticalPath(long toleranceNanos, TraceTree tree, boolean withoutErrors) {
    this.toleranceNanos = toleranceNanos;
    this.tree = tree;
    this.withoutErrors = withoutErrors;
  }

  /** The path that requests would have if no span below their first one had failed. */
  public static CriticalPath withoutErrors(long toleranceNanos, TraceTree tree) {
    return new CriticalPath(toleranceNanos, tree, true);
  }

  /** Finds the critical path of the subtree of {@code root}, by corrected times. */
  public void find(int root) {
    int end = tree.subtreeEnd(root);
    reserve(end);
    visitedCount = 0;
    sectionCount = 0;
    overlapCount = 0;
    from[root] = tree.startNanos(root);
    to[root] = tree.endNanos(root);
    via[root] = NO_CALLEE;
    int span = root;
    while (span < end) {
      if (span == root || from[span] < to[span]) {
        visit(span);
        span++;
      } else {
        span = tree.subtreeEnd(span);
      }
    }
  }

  private void reserve(int spans) {
    if (from.length < spans || (from.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(64, Integer.highestOneBit(spans) * 2);
      from = new long[capacity];
      to = new long[capacity];
      via = new int[capacity];
      candidates = new int[capacity];
      starts = new long[capacity];
      visited = new int[capacity];
      sectionsEnd = new int[capacity];
      severalCallees = new boolean[capacity];
      callee = new int[capacity];
      sectionFrom = new long[2 * capacity];
      sectionTo = new long[2 * capacity];
      sectionCallee = new int[2 * capacity];
      overlapping = new int[capacity];
      overlapNanos = new long[capacity];
    }
  }

  /** Gives windows to the children that the span waited for, and the gaps to the span. */
  private void visit(int span) {
    clipChildren(span);
    int waitedFor = chooseWaitedFor();
    severalCallees[visitedCount] = false;
    int waitingOn = lastCallee(span, waitedFor);
    long cursor = to[span];
    for (int i = 0; i < waitedFor; i++) {
      int child = candidates[i];
      addSection(to[child], cursor, waitingOn);
      if (waitingOn != NO_CALLEE && crossesService(span, child)) {
        severalCallees[visitedCount] |= waitingOn != tree.serviceNumber(child);
        waitingOn = tree.serviceNumber(child);
      }
      via[child] = waitingOn;
      cursor = from[child];
    }
    addSection(from[span], cursor, waitingOn);
    callee[visitedCount] = waitingOn;
    visited[visitedCount] = span;
    sectionsEnd[visitedCount++] = sectionCount;
  }

  /** Clips the children to the span's window; those with something left are candidates. */
  private void clipChildren(int span) {
    candidateCount = 0;
    startsSorted = false;
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      from[child] = Math.max(tree.startNanos(child), from[span]);
      to[child] = Math.min(tree.endNanos(child), to[span]);
      if (from[child] < to[child] && tree.blocking(child) && !isLeftOut(child)) {
        starts[candidateCount] = from[child];
        candidates[candidateCount++] = child;
      } else {
        to[child] = from[child];
      }
    }
    sort.sort(candidates, 0, candidateCount, lastFinishingFirst);
  }

  private boolean isLeftOut(int span) {
    return withoutErrors && tree.error(span);
  }

  private int compareLastFinishing(int a, int b) {
    int order = Long.compare(to[b], to[a]);
    if (order == 0) {
      order = Long.compare(from[a], from[b]);
    }
    return order != 0 ? order : Long.compareUnsigned(tree.spanId(a), tree.spanId(b));
  }

  /** Moves the candidates that were waited for to the front, the last one first; says how many. */
  private int chooseWaitedFor() {
    int chosen = 0;
    int later = NONE;
    long laterEnd = 0;
    for (int i = 0; i < candidateCount; i++) {
      int child = candidates[i];
      if (later == NONE || happensBefore(i, later, laterEnd)) {
        laterEnd = to[child];
        if (later != NONE && laterEnd > from[later]) {
          overlapping[overlapCount] = child;
          overlapNanos[overlapCount++] = laterEnd - from[later];
          to[child] = from[later];
        }
        later = child;
        candidates[chosen++] = child;
      } else {
        to[child] = from[child];
      }
    }
    return chosen;
  }

  /** Whether candidate {@code i} was over when {@code later} began, up to the tolerance. */
  private boolean happensBefore(int i, int later, long laterEnd) {
    int earlier = candidates[i];
    long overlap = to[earlier] - from[later];
    if (overlap <= 0) {
      return true;
    }
    long shorter = Math.min(to[earlier] - from[earlier], laterEnd - from[later]);
    return overlap <= Math.min(toleranceNanos, shorter / TOLERATED_PART)
        && from[earlier] < from[later]
        && to[earlier] < laterEnd
        && !endsInside(i, from[later])
        && !startsInside(from[later], to[earlier]);
  }

  /** Whether a candidate behind {@code i} ends after {@code time} and before {@code i} does. */
  private boolean endsInside(int i, long time) {
    long end = to[candidates[i]];
    int low = i + 1;
    int high = candidateCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (to[candidates[middle]] == end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < candidateCount && to[candidates[low]] > time;
  }

  /** Whether a candidate starts strictly between the two. */
  private boolean startsInside(long after, long before) {
    if (!startsSorted) {
      Arrays.sort(starts, 0, candidateCount);
      startsSorted = true;
    }
    int low = 0;
    int high = candidateCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= after) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < candidateCount && starts[low] < before;
  }

  /**
   * The service whose edge the span's time belongs to behind its last call: that of the last child
   * on another service that it waited for, else of the earliest-starting one.
   */
  private int lastCallee(int span, int waitedFor) {
    if (!tree.kind(span).callsOut()) {
      return NO_CALLEE;
    }
    for (int i = 0; i < waitedFor; i++) {
      if (crossesService(span, candidates[i])) {
        return tree.serviceNumber(candidates[i]);
      }
    }
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      if (crossesService(span, child) && !tree.orphan(child)) {
        return tree.serviceNumber(child);
      }
    }
    return NO_CALLEE;
  }

  private boolean crossesService(int span, int child) {
    return tree.serviceNumber(span) != tree.serviceNumber(child);
  }

  private void addSection(long start, long end, int callee) {
    if (start < end) {
      sectionFrom[sectionCount] = start;
      sectionTo[sectionCount] = end;
      sectionCallee[sectionCount++] = callee;
    }
  }

  /** The number of spans on the path that overlap the next sibling within the tolerance. */
  public int overlapCount() {
    return overlapCount;
  }

  /** The span of an overlap that starts first. */
  public int overlapping(int overlap) {
    return overlapping[overlap];
  }

  /** The length of an overlap, nanoseconds. */
  public long overlapNanos(int overlap) {
    return overlapNanos[overlap];
  }

  /** Spans on the path, a parent before its children. */
  public int spanCount() {
    return visitedCount;
  }

  /** The span at this place of the path. */
  public int span(int place) {
    return visited[place];
  }

  /** The nanoseconds of the path that are the span's or its descendants'. */
  public long windowNanos(int span) {
    return to[span] - from[span];
  }

  /** Start of the span's part of the path, nanoseconds since the epoch. */
  public long windowFrom(int span) {
    return from[span];
  }

  /** Whether the span at this place waited for more than one other service. */
  public boolean severalCallees(int place) {
    return severalCallees[place];
  }

  /** Number of the first service it waited for, or NO_CALLEE if its time is its own. */
  public int callee(int place) {
    return callee[place];
  }

  /** Number of the service that the span's parent was calling when it started, or NO_CALLEE. */
  public int via(int span) {
    return via[span];
  }

  /** First of the sections of the span at this place; the latest comes first. */
  public int firstSection(int place) {
    return place == 0 ? 0 : sectionsEnd[place - 1];
  }

  /** Behind the last of its sections. */
  public int endSection(int place) {
    return sectionsEnd[place];
  }

  /** Start of a section, nanoseconds since the epoch. */
  public long sectionFrom(int section) {
    return sectionFrom[section];
  }

  /** End of a section, exclusive, nanoseconds since the epoch. */
  public long sectionTo(int section) {
    return sectionTo[section];
  }

  /** Number of the service whose edge the section belongs to; {@link #NO_CALLEE} if to the span. */
  public int sectionCallee(int section) {
    return sectionCallee[section];
  }
}
