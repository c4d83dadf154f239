package io.tracemill.analysis.view.whatif;

import static io.tracemill.analysis.view.whatif.RequestGraph.NONE;

import java.util.Arrays;

/**
 * Drag and slack of a request's spans: how far a span can change before another one decides the
 * request's duration.
 */
final class Margins {
  private final RequestGraph graph;
  private final RequestModel model;

  Margins(RequestModel model) {
    this.graph = model.graph();
    this.model = model;
  }

  /**
   * By span on the critical path, how far it can become shorter before the request stops becoming
   * shorter with it; -1 for spans off the path. Quadratic in siblings at worst.
   */
  long[] drags() {
    model.replay(Change.NONE);
    long[] drags = new long[graph.size];
    Arrays.fill(drags, NONE);
    drags[0] = graph.duration[0];
    int[] next = new int[graph.size];
    for (int span = 0; span < graph.size; span++) {
      if (drags[span] >= 0) {
        // The layout of a span's children is repeated without each of them, so the path is stored
        // first.
        int first = model.lastChild(span);
        for (int child = first; child != NONE; child = model.waitedFor(child)) {
          next[child] = model.waitedFor(child);
        }
        for (int child = first; child != NONE; child = next[child]) {
          long saved = graph.duration[span] - model.durationWithout(span, child);
          drags[child] = Math.min(drags[span], saved);
        }
      }
    }
    return drags;
  }

  /**
   * By blocking span, how far it can become longer before the request becomes longer; 0 on the
   * critical path, -1 for spans that do not block.
   */
  long[] slacks() {
    long[] slacks = new long[graph.size];
    Arrays.fill(slacks, NONE);
    slacks[0] = 0;
    long[] latest = new long[graph.size + 1];
    for (int span = 0; span < graph.size; span++) {
      if (slacks[span] >= 0) {
        findSlacks(span, slacks, latest);
      }
    }
    return slacks;
  }

  /** From the child that starts last to the first: what waits for a child bounds its end. */
  private void findSlacks(int span, long[] slacks, long[] latest) {
    int from = graph.firstChild[span];
    int to = graph.firstChild[span + 1];
    long lastEnd = to == from ? 0 : graph.end[graph.byEnd[to - 1]];
    latest[to] = Long.MAX_VALUE;
    for (int i = to - 1; i >= from; i--) {
      int child = graph.byStart[i];
      int j = firstStartingFrom(graph.end[child], i + 1, to);
      long bound = Math.min(slacks[span] + lastEnd, latest[j]);
      for (int k = j - 1;
          k > i && graph.end[child] - graph.start[graph.byStart[k]] <= graph.tolerated(child);
          k--) {
        if (graph.happensBefore(child, graph.byStart[k])) {
          bound = Math.min(bound, graph.base[graph.byStart[k]] + slacks[graph.byStart[k]]);
        }
      }
      slacks[child] = Math.max(0, bound - graph.end[child]);
      latest[i] = Math.min(latest[i + 1], graph.base[child] + slacks[child]);
    }
  }

  private int firstStartingFrom(long nanos, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (graph.start[graph.byStart[middle]] < nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
