package io.tracemill.analysis.view;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.signature.CategoryPositions;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/** Adds up a request's times by node. It sorts siblings by start; all else is linear in spans. */
final class NodeTimesReader {
  /** A longer array is released after the request that needed it. */
  private static final int MAX_KEPT = 1 << 16;

  private final TraceTree tree;
  private final CriticalPath path;
  private final IndexSort sort = new IndexSort();
  private final IntComparator byStart;
  private int[] children = {};

  NodeTimesReader(TraceTree tree, CriticalPath path) {
    this.tree = tree;
    this.path = path;
    byStart = (a, b) -> Long.compare(tree.startNanos(a), tree.startNanos(b));
  }

  /** The times of the request at {@code root}; its critical path must be the latest one. */
  NodeTimes read(int root, CategoryPositions positions) {
    NodeTimes times = NodeTimes.ofSize(positions.size());
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      if (positions.of(span) != CategoryPositions.NONE) {
        addSpan(span, times, positions.of(span));
      }
    }
    for (int place = 0; place < path.spanCount(); place++) {
      int node = positions.of(path.span(place));
      if (node != CategoryPositions.NONE) {
        times.criticalNanos()[node] += criticalNanos(place);
      }
    }
    if (children.length > MAX_KEPT) {
      children = new int[0];
    }
    return times;
  }

  private void addSpan(int span, NodeTimes times, int node) {
    times.inclusiveNanos()[node] += tree.endNanos(span) - tree.startNanos(span);
    times.exclusiveNanos()[node] += exclusiveNanos(span);
    times.calls()[node]++;
  }

  private long exclusiveNanos(int span) {
    int count = 0;
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      if (tree.blocking(child)) {
        if (count == children.length) {
          children = Arrays.copyOf(children, Math.max(16, 2 * count));
        }
        children[count++] = child;
      }
    }
    sort.sort(children, 0, count, byStart);
    long nanos = 0;
    long covered = tree.startNanos(span);
    for (int i = 0; i < count; i++) {
      nanos += Math.max(0, Math.min(tree.startNanos(children[i]), tree.endNanos(span)) - covered);
      covered = Math.max(covered, tree.endNanos(children[i]));
    }
    return nanos + Math.max(0, tree.endNanos(span) - covered);
  }

  private long criticalNanos(int place) {
    long nanos = 0;
    for (int section = path.firstSection(place); section < path.endSection(place); section++) {
      nanos += path.sectionTo(section) - path.sectionFrom(section);
    }
    return nanos;
  }
}
