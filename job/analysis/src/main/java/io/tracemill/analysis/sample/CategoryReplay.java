package io.tracemill.analysis.sample;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.signature.FlowPositions;
import io.tracemill.analysis.signature.SignatureCalculator;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * Computes the times of kept requests by node of their category's call tree. It sorts siblings by
 * start; all else is linear in spans. One instance serves one thread.
 */
public final class CategoryReplay {
  /** A longer array is released after the request that needed it. */
  private static final int MAX_KEPT = 1 << 16;

  private final RequestReplay replay;
  private final TraceTree tree;
  private final SignatureCalculator signatures;
  private final IndexSort sort = new IndexSort();
  private final IntComparator byStart;
  private int[] children = {};

  public CategoryReplay(ReplayRules rules) {
    replay = new RequestReplay(rules);
    tree = replay.tree();
    signatures = new SignatureCalculator(rules.fold(), rules.overlapToleranceNanos());
    byStart = (a, b) -> Long.compare(tree.startNanos(a), tree.startNanos(b));
  }

  /**
   * The times of a request with all its spans, without those of nodes that were cut off.
   *
   * @throws IllegalArgumentException if the request has only its path, which has no such nodes
   */
  public NodeTimes times(KeptRequest request) {
    if (request.pathOnly()) {
      throw new IllegalArgumentException("request " + request.traceId() + " has only its path");
    }
    replay.load(request);
    FlowPositions positions = signatures.flowPositions(tree, 0, KeptSample.MAX_NODES);
    NodeTimes times = NodeTimes.ofSize(positions.size());
    for (int span = 0; span < tree.size(); span++) {
      if (positions.of(span) != FlowPositions.NONE) {
        addSpan(span, times, positions.of(span));
      }
    }
    CriticalPath path = replay.path(0);
    for (int place = 0; place < path.spanCount(); place++) {
      int node = positions.of(path.span(place));
      if (node != FlowPositions.NONE) {
        times.criticalNanos()[node] += criticalNanos(path, place);
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

  private static long criticalNanos(CriticalPath path, int place) {
    long nanos = 0;
    for (int section = path.firstSection(place); section < path.endSection(place); section++) {
      nanos += path.sectionTo(section) - path.sectionFrom(section);
    }
    return nanos;
  }
}
