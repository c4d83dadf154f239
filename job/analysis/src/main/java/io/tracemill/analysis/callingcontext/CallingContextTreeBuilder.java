package io.tracemill.analysis.callingcontext;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.trace.TraceTree;

/**
 * Merges the sections of a critical path by call path.
 *
 * <p>A span that waited for one other service all along is one node, an edge. The first span of a
 * request, and a span that waited for several services, is a node with an edge below it for each of
 * them, so that a request has a single first node and every callee's time is apart.
 */
public final class CallingContextTreeBuilder {
  private static final int NO_NODE = -1;

  /** Columns longer than this are given back after the request that needed them. */
  private static final int MAX_KEPT = 1 << 16;

  private final TraceTree tree;
  private final CriticalPath path;
  private final PathSteps steps;
  private final CallingContextTree contexts = new CallingContextTree();

  /** By span: the node that its children hang below, if it has but one. */
  private int[] nodeOf = {};

  private boolean[] split = {};

  public CallingContextTreeBuilder(TraceTree tree, CriticalPath path) {
    this.tree = tree;
    this.path = path;
    this.steps = new PathSteps(tree.vocabulary());
  }

  /** The CCCT of the critical path that was found last; valid until the next call. */
  public CallingContextTree build() {
    contexts.clear();
    reserve(path.span(path.spanCount() - 1) + 1);
    for (int place = 0; place < path.spanCount(); place++) {
      add(place);
    }
    contexts.sumInclusive();
    return contexts;
  }

  private void reserve(int spans) {
    if (nodeOf.length < spans || (nodeOf.length > MAX_KEPT && spans <= MAX_KEPT)) {
      nodeOf = new int[Math.max(64, Integer.highestOneBit(spans) * 2)];
      split = new boolean[nodeOf.length];
    }
  }

  private void add(int place) {
    int span = path.span(place);
    int above = place == 0 ? NO_NODE : callerNode(span);
    split[span] = place == 0 || path.severalCallees(place);
    int callee = split[span] ? CriticalPath.NO_CALLEE : path.callee(place);
    int node = contexts.child(above, steps.step(tree.frameNumber(span), callee));
    contexts.countSpan(node, span);
    nodeOf[span] = node;
    for (int section = path.firstSection(place); section < path.endSection(place); section++) {
      contexts.addExclusive(
          ownerOf(span, path.sectionCallee(section)),
          path.sectionTo(section) - path.sectionFrom(section));
    }
  }

  /** The node a span hangs below: its parent's, or its parent's edge that led to it. */
  private int callerNode(int span) {
    return ownerOf(tree.parent(span), path.via(span));
  }

  private int ownerOf(int span, int callee) {
    if (!split[span] || callee == CriticalPath.NO_CALLEE) {
      return nodeOf[span];
    }
    int node = contexts.child(nodeOf[span], steps.step(tree.frameNumber(span), callee));
    contexts.countSpan(node, span);
    return node;
  }
}
