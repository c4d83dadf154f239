package io.tracemill.analysis.sample;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CategoryCalculator;
import io.tracemill.analysis.signature.CategoryPositions;
import io.tracemill.analysis.signature.Fold;
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
  private final CategoryCalculator categories = new CategoryCalculator();
  private final Fold fold;
  private final IndexSort sort = new IndexSort();
  private final IntComparator byStart;
  private Fold grain;
  private int[] children = {};

  public CategoryReplay(ReplayRules rules) {
    replay = new RequestReplay(rules);
    tree = replay.tree();
    fold = rules.fold();
    grain = fold;
    byStart = (a, b) -> Long.compare(tree.startNanos(a), tree.startNanos(b));
  }

  /**
   * The times of a request with all its spans, without those of nodes that were cut off.
   *
   * @throws IllegalArgumentException if the request has only its path, which has no such nodes
   */
  public ReplayedTimes times(KeptRequest request) {
    return times(request, KeptSample.MAX_NODES);
  }

  /** The form of the category of the last request, cut after {@code maxNodes}. */
  public CanonicalForm form(int maxNodes) {
    return categories.form(tree, 0, grain, maxNodes);
  }

  /** The call tree of the request's category, cut after {@code maxNodes}. */
  public CanonicalForm form(KeptRequest request, int maxNodes) {
    load(request);
    return form(maxNodes);
  }

  private void load(KeptRequest request) {
    replay.load(request);
    grain = grain(request.category());
  }

  /** An endpoint of very many categories counts by coarse ones (semantics 6). */
  private Fold grain(CallTreeSignature category) {
    boolean coarse =
        !categories.category(tree, 0, fold).equals(category)
            && categories.category(tree, 0, Fold.ANY).equals(category);
    return coarse ? Fold.ANY : fold;
  }

  /** The same for the first {@code maxNodes} nodes. */
  public ReplayedTimes times(KeptRequest request, int maxNodes) {
    if (request.pathOnly()) {
      throw new IllegalArgumentException("request " + request.traceId() + " has only its path");
    }
    load(request);
    CategoryPositions positions = categories.positions(tree, 0, grain, maxNodes);
    ReplayedTimes times = ReplayedTimes.ofSize(positions.size());
    for (int span = 0; span < tree.size(); span++) {
      if (positions.of(span) != CategoryPositions.NONE) {
        addSpan(span, times, positions.of(span));
      }
    }
    CriticalPath path = replay.path(0);
    for (int place = 0; place < path.spanCount(); place++) {
      int node = positions.of(path.span(place));
      if (node != CategoryPositions.NONE) {
        times.criticalNanos()[node] += criticalNanos(path, place);
      }
    }
    if (children.length > MAX_KEPT) {
      children = new int[0];
    }
    return times;
  }

  private void addSpan(int span, ReplayedTimes times, int node) {
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
