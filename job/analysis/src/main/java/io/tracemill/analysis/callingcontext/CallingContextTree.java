package io.tracemill.analysis.callingcontext;

import java.util.Arrays;

/**
 * The critical calling context tree (CCCT) of one request: its critical path's sections merged by
 * call path (CRISP section 5.1.1).
 *
 * <p>Nodes are numbered from 0, the request's first span, and a parent comes before its children.
 * Exclusive times add up to the request's duration. Filled and read in one thread, then reused.
 */
public final class CallingContextTree implements CallTimes {
  private static final int NO_SPAN = -1;

  private final CallPaths paths = new CallPaths();
  private int[] spans = new int[16];
  private int[] lastSpan = new int[16];
  private long[] exclusiveNanos = new long[16];
  private long[] inclusiveNanos = new long[16];

  /** Forgets all nodes. */
  public void clear() {
    paths.clear();
  }

  /**
   * The node of {@code step} below {@code parent} (-1 for the first), made if it is not there yet.
   */
  public int child(int parent, PathStep step) {
    int before = paths.size();
    int node = paths.node(parent, step);
    if (node == before) {
      begin(node);
    }
    return node;
  }

  private void begin(int node) {
    if (node == spans.length) {
      spans = Arrays.copyOf(spans, 2 * node);
      lastSpan = Arrays.copyOf(lastSpan, 2 * node);
      exclusiveNanos = Arrays.copyOf(exclusiveNanos, 2 * node);
      inclusiveNanos = Arrays.copyOf(inclusiveNanos, 2 * node);
    }
    spans[node] = 0;
    lastSpan[node] = NO_SPAN;
    exclusiveNanos[node] = 0;
    inclusiveNanos[node] = 0;
  }

  /** Counts {@code span} at {@code node}, unless it was the last one counted there. */
  public void countSpan(int node, int span) {
    if (lastSpan[node] != span) {
      lastSpan[node] = span;
      spans[node]++;
    }
  }

  /** Adds to the time that is {@code node}'s own. */
  public void addExclusive(int node, long nanos) {
    exclusiveNanos[node] += nanos;
  }

  /** Computes inclusive times; to be called once, when all sections have been added. */
  public void sumInclusive() {
    paths.addUp(exclusiveNanos, inclusiveNanos);
  }

  @Override
  public int size() {
    return paths.size();
  }

  @Override
  public int parent(int node) {
    return paths.parent(node);
  }

  @Override
  public PathStep step(int node) {
    return paths.step(node);
  }

  /** Spans of the request that stand on its critical path at this node. */
  public int spans(int node) {
    return spans[node];
  }

  @Override
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  /** Nanoseconds of the critical path that are this node's or its descendants'. */
  public long inclusiveNanos(int node) {
    return inclusiveNanos[node];
  }
}
