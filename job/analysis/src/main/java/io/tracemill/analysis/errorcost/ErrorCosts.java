package io.tracemill.analysis.errorcost;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.errorcost.ErrorCost.Node;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what failed spans cost a request. It costs nothing for traces in which none failed.
 *
 * <pre>
 * parent |-----|ffffffffffffff|----|     f failed and is on the critical path
 *           |cccccccc|                   without it, c is: what f covered and c does not is saved
 *                     ^^^^^^^^ saved
 * </pre>
 */
public final class ErrorCosts {
  private static final int NONE = -1;

  private final TraceTree tree;
  private final CriticalPath path;
  private final CriticalPath without;

  /**
   * @param path the critical path of the request that is asked about
   */
  public ErrorCosts(long toleranceNanos, TraceTree tree, CriticalPath path) {
    this.tree = tree;
    this.path = path;
    this.without = CriticalPath.withoutErrors(toleranceNanos, tree);
  }

  /** What failed spans cost the request whose path was found last; empty if none failed. */
  public Optional<ErrorCost> find(int root) {
    if (!tree.hasErrors()) {
      return Optional.empty();
    }
    long work = 0;
    long erring = 0;
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      long duration = tree.endNanos(span) - tree.startNanos(span);
      work += duration;
      erring += tree.error(span) ? duration : 0;
    }
    return erring == 0
        ? Optional.empty()
        : Optional.of(new ErrorCost(1, work, erring, savedNanos(root), errorPath()));
  }

  private long savedNanos(int root) {
    if (tree.error(root)) {
      return path.windowNanos(root);
    }
    without.find(root);
    Map<Integer, Integer> placeOf = new HashMap<>();
    for (int place = 0; place < without.spanCount(); place++) {
      placeOf.put(without.span(place), place);
    }
    long saved = 0;
    for (int place = 1; place < path.spanCount(); place++) {
      int span = path.span(place);
      Integer parentPlace = placeOf.get(tree.parent(span));
      if (tree.error(span) && parentPlace != null) {
        saved += ownNanos(parentPlace, path.windowFrom(span), path.windowNanos(span));
      }
    }
    return saved;
  }

  /** What the span at {@code place} has of this time when it waits for no failed span. */
  private long ownNanos(int place, long from, long nanos) {
    long own = 0;
    for (int i = without.firstSection(place); i < without.endSection(place); i++) {
      long start = Math.max(from, without.sectionFrom(i));
      long end = Math.min(from + nanos, without.sectionTo(i));
      own += Math.max(0, end - start);
    }
    return own;
  }

  private List<Node> errorPath() {
    boolean[] childFailed = new boolean[tree.size()];
    boolean[] shown = new boolean[tree.size()];
    for (int place = path.spanCount() - 1; place >= 0; place--) {
      int span = path.span(place);
      shown[span] |= tree.error(span) || childFailed[span];
      if (place > 0) {
        childFailed[tree.parent(span)] |= tree.error(span);
        shown[tree.parent(span)] |= shown[span];
      }
    }
    Map<CallPath, Integer> numbers = new HashMap<>();
    List<Node> nodes = new ArrayList<>();
    int[] nodeOf = new int[tree.size()];
    for (int place = 0; place < path.spanCount(); place++) {
      int span = path.span(place);
      if (shown[span]) {
        int above = place == 0 ? NONE : nodeOf[tree.parent(span)];
        nodeOf[span] = number(new CallPath(above, tree.frame(span)), numbers, nodes);
        nodes.set(nodeOf[span], counted(nodes.get(nodeOf[span]), place, childFailed[span]));
      }
    }
    return nodes;
  }

  private record CallPath(int above, Frame frame) {}

  private static int number(CallPath path, Map<CallPath, Integer> numbers, List<Node> nodes) {
    return numbers.computeIfAbsent(
        path,
        added -> {
          nodes.add(new Node(added.above(), added.frame(), 0, 0, 0, 0));
          return nodes.size() - 1;
        });
  }

  private Node counted(Node node, int place, boolean childFailed) {
    if (!tree.error(path.span(place))) {
      return node.plus(0, 0, childFailed ? 1 : 0, 0);
    }
    long own = 0;
    for (int i = path.firstSection(place); i < path.endSection(place); i++) {
      own += path.sectionTo(i) - path.sectionFrom(i);
    }
    return node.plus(childFailed ? 0 : 1, childFailed ? 1 : 0, 0, own);
  }
}
