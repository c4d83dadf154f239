package io.tracemill.analysis.view.whatif;

import static io.tracemill.analysis.view.whatif.RequestGraph.NONE;

/**
 * Computes the duration of a request if some spans take another time (semantics 7.1). Spans still
 * wait for the same spans, and all other own times stay. So the next sibling becomes critical when
 * the slowest becomes faster. Linear in spans; no recursion.
 */
final class RequestModel {
  private final RequestGraph graph;

  /** By span: its duration, and its end relative to the parent's start. */
  private final long[] duration;

  private final long[] end;

  /** By child: the sibling that it waited for longest; by parent: its last child. */
  private final int[] waitedFor;

  private final int[] lastChild;

  RequestModel(RequestGraph graph) {
    this.graph = graph;
    duration = new long[graph.size];
    end = new long[graph.size];
    waitedFor = new int[graph.size];
    lastChild = new int[graph.size];
  }

  RequestGraph graph() {
    return graph;
  }

  /** The duration of the request with a change. */
  long replay(Change change) {
    for (int span = graph.size - 1; span >= 0; span--) {
      duration[span] = layOut(span, change);
    }
    return duration[0];
  }

  /** The duration of a span, from the durations of its children. */
  private long layOut(int span, Change change) {
    RequestGraph.Progress ended = graph.new Progress(span, end);
    int last = NONE;
    for (int i = graph.firstChild[span]; i < graph.firstChild[span + 1]; i++) {
      int child = graph.byStart[i];
      int before = ended.before(child);
      long gap = change.gap(graph.gapPlace[child], graph.gap(child));
      end[child] = Math.max(0, (before == NONE ? 0 : end[before]) + gap) + duration[child];
      waitedFor[child] = before;
      last = RequestGraph.later(last, child, end);
    }
    lastChild[span] = last;
    return (last == NONE ? 0 : end[last]) + change.tail(graph.tailPlace[span], graph.tail(span));
  }

  /** The duration of a span, with recorded times, if one of its children took no time. */
  long durationWithout(int span, int child) {
    long kept = duration[child];
    duration[child] = 0;
    long shorter = layOut(span, Change.NONE);
    duration[child] = kept;
    return shorter;
  }

  /** The last child of a span in the latest layout, or {@link RequestGraph#NONE}. */
  int lastChild(int span) {
    return lastChild[span];
  }

  /** The sibling that a child waited for in the latest layout, or {@link RequestGraph#NONE}. */
  int waitedFor(int child) {
    return waitedFor[child];
  }

  /** Adds each place's time on the critical path of the latest layout. */
  void addCritical(Change change, double weight, double[] nanosByPlace) {
    int[] stack = new int[graph.size];
    int depth = 1;
    while (depth > 0) {
      int span = stack[--depth];
      int tailPlace = graph.tailPlace[span];
      nanosByPlace[tailPlace] += weight * change.tail(tailPlace, graph.tail(span));
      for (int child = lastChild[span]; child != NONE; child = waitedFor[child]) {
        int gapPlace = graph.gapPlace[child];
        nanosByPlace[gapPlace] += weight * change.gap(gapPlace, graph.gap(child));
        stack[depth++] = child;
      }
    }
  }
}
