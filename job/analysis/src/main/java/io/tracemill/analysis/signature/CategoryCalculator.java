package io.tracemill.analysis.signature;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import org.jspecify.annotations.Nullable;

/**
 * Computes the category of a request: which calls it made, never when (semantics 6; tprof layer 3
 * with repetitions folded).
 *
 * <p>The canonical form is the tree of frames, each span's children as a sorted multiset. Runs of
 * equal subtrees fold. An asynchronous child is a marked leaf: whether a consumer's work arrived in
 * time must not change the category. The mark describes a span's relation to its parent, so it is
 * ignored for the request's first span.
 *
 * <p>Takes O(n log n) time for n spans; no recursion. One instance serves one thread and is reused
 * for every request.
 */
public final class CategoryCalculator {
  private static final int CATEGORY = 1;
  private static final int INITIAL = 64;
  private static final int MAX_KEPT = 1 << 16;

  private final Hash128 hash = new Hash128();
  private final IndexSort sort = new IndexSort();
  private final IntComparator byName = this::compareByName;
  private @Nullable CallTree tree;
  private int root;

  /** By number of a span, counted from the root. */
  private long[] high = {};

  private long[] low = {};
  private boolean[] hidden = {};

  /** The children of the current span, by name. */
  private int[] children = {};

  /** The category of the request at {@code root}. */
  public CallTreeSignature category(CallTree tree, int root, Fold fold) {
    hashSpans(tree, root, fold, null);
    return new CallTreeSignature(high[0], low[0]);
  }

  /**
   * The tree whose hash is the category of this request. It costs as much as {@link #category} and
   * allocates in proportion to the spans: call it once a category.
   *
   * @param maxNodes the most nodes of the form; 1 or more
   */
  public CanonicalForm form(CallTree tree, int root, Fold fold, int maxNodes) {
    return runs(tree, root, fold, maxNodes).form(maxNodes);
  }

  /**
   * The position of each span of this request in its {@link #form}, which costs as much.
   *
   * @param maxNodes the most nodes of the form; 1 or more
   */
  public CategoryPositions positions(CallTree tree, int root, Fold fold, int maxNodes) {
    return runs(tree, root, fold, maxNodes).positions(maxNodes);
  }

  private CategoryRuns runs(CallTree tree, int root, Fold fold, int maxNodes) {
    if (maxNodes < 1) {
      throw new IllegalArgumentException("maxNodes must be at least 1, is " + maxNodes);
    }
    CategoryRuns runs = new CategoryRuns(tree, root);
    hashSpans(tree, root, fold, runs);
    return runs;
  }

  private void hashSpans(CallTree tree, int root, Fold fold, @Nullable CategoryRuns runs) {
    this.tree = tree;
    this.root = root;
    reserve(tree.subtreeEnd(root) - root);
    markHidden(tree, root);
    for (int span = tree.subtreeEnd(root) - 1; span >= root; span--) {
      if (hidden[span - root]) {
        continue;
      }
      hash.begin(CATEGORY, tree.frame(span));
      if (span == root || !tree.async(span)) {
        addChildren(tree, span, fold, runs);
      }
      hash.finish();
      high[span - root] = hash.high();
      low[span - root] = hash.low();
    }
  }

  /** Marks the spans below asynchronous calls. */
  private void markHidden(CallTree tree, int root) {
    int shownFrom = root;
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      hidden[span - root] = span < shownFrom;
      if (span >= shownFrom && span > root && tree.async(span)) {
        shownFrom = tree.subtreeEnd(span);
      }
    }
  }

  private void reserve(int spans) {
    if (high.length < spans || (high.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(INITIAL, Integer.highestOneBit(spans) * 2);
      high = new long[capacity];
      low = new long[capacity];
      hidden = new boolean[capacity];
      children = new int[capacity];
    }
  }

  private void addChildren(CallTree tree, int span, Fold fold, @Nullable CategoryRuns runs) {
    int count = 0;
    int end = tree.subtreeEnd(span);
    for (int child = span + 1; child < end; child = tree.subtreeEnd(child)) {
      children[count++] = child;
    }
    sort.sort(children, 0, count, byName);
    int next = 0;
    int number = 0;
    while (next < count) {
      int to = endOfRun(next, count);
      int first = children[next];
      int length = fold.bucket(to - next);
      hash.add(high[first - root], low[first - root]);
      hash.add(length, tree.async(first) ? 1 : 0);
      if (runs != null) {
        runs.add(span, first, length);
        for (int call = next + 1; call < to; call++) {
          runs.join(children[call]);
        }
      }
      next = to;
      number++;
    }
    hash.add(number, 0);
  }

  private int endOfRun(int start, int count) {
    int end = start + 1;
    while (end < count && same(children[start], children[end])) {
      end++;
    }
    return end;
  }

  private boolean same(int span, int other) {
    CallTree calls = requireNonNull(tree, "tree");
    return high[span - root] == high[other - root]
        && low[span - root] == low[other - root]
        && calls.async(span) == calls.async(other);
  }

  /** By service, operation, subtree hash, awaited before asynchronous. */
  private int compareByName(int span, int other) {
    CallTree calls = requireNonNull(tree, "tree");
    if (!calls.frame(span).equals(calls.frame(other))) {
      return calls.frame(span).compareTo(calls.frame(other));
    }
    int order = Long.compareUnsigned(high[span - root], high[other - root]);
    if (order == 0) {
      order = Long.compareUnsigned(low[span - root], low[other - root]);
    }
    return order != 0 ? order : Boolean.compare(calls.async(span), calls.async(other));
  }
}
