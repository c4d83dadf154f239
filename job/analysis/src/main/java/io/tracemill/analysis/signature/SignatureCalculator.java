package io.tracemill.analysis.signature;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;

/**
 * Computes the signatures of a request (semantics 6).
 *
 * <p>They depend on frames, asynchronous marks, the tree, and the times that each form uses; never
 * on the stored order of siblings. A mark describes a span's relation to its parent, so it is
 * ignored for the request's first span. So a subtree has the same signatures as a request of its
 * own.
 *
 * <p>Takes O(n log n) time for n spans, and space for the siblings along one path. One instance
 * serves one thread and is reused for every request.
 */
public final class SignatureCalculator {
  private static final int STRUCTURE = 1;
  private static final int FLOW = 2;
  private static final int ORDER = 3;

  private final HashedSubtrees subtrees = new HashedSubtrees();
  private final Hash128 hash = new Hash128();
  private final Optional<SiblingOrder> siblings;
  private final StructureForm structure;
  private final FlowForm flow;
  private final OrderForm order;

  /**
   * @param fold which runs of equal siblings are one flow
   * @param overlapToleranceNanos the longest overlap of siblings that count as sequential; 0 or
   *     more
   */
  public SignatureCalculator(Fold fold, long overlapToleranceNanos) {
    this(fold, overlapToleranceNanos, Optional.empty());
  }

  /**
   * A calculator that also finds the order of siblings.
   *
   * @param siblings receives the order in the request of the last call of {@link #of}
   */
  public SignatureCalculator(Fold fold, long overlapToleranceNanos, SiblingOrder siblings) {
    this(fold, overlapToleranceNanos, Optional.of(siblings));
  }

  private SignatureCalculator(
      Fold fold, long overlapToleranceNanos, Optional<SiblingOrder> siblings) {
    this.siblings = siblings;
    requireNonNull(fold, "fold");
    if (overlapToleranceNanos < 0) {
      throw new IllegalArgumentException(
          "overlapToleranceNanos must not be negative: " + overlapToleranceNanos);
    }
    IndexSort sort = new IndexSort();
    structure = new StructureForm(subtrees);
    flow = new FlowForm(subtrees, fold, overlapToleranceNanos, sort);
    order = new OrderForm(subtrees, sort, siblings);
  }

  /** The signatures of the request at {@code root}. */
  public Signatures of(CallTree tree, int root) {
    siblings.ifPresent(order -> order.reserve(tree.subtreeEnd(root)));
    for (int span = tree.subtreeEnd(root) - 1; span >= root; span--) {
      add(tree, span);
    }
    Signatures signatures = subtrees.signatures(0);
    subtrees.clear();
    return signatures;
  }

  /** Hashes a span whose children are the topmost rows, and replaces them with it. */
  private void add(CallTree tree, int span) {
    subtrees.reserve();
    int from = subtrees.firstBelow(tree.subtreeEnd(span));
    int to = subtrees.size();
    Frame frame = tree.frame(span);

    hash.begin(STRUCTURE, frame);
    structure.addChildren(from, to, hash);
    hash.finish();
    subtrees.structure().set(from, hash);

    hashFlow(from, to, frame);
    subtrees.flow().set(from, hash);

    hash.begin(ORDER, frame);
    order.addChildren(span, from, to, hash);
    hash.finish();
    subtrees.order().set(from, hash);

    subtrees.replaceFrom(from, tree, span);
  }

  private void hashFlow(int from, int to, Frame frame) {
    hash.begin(FLOW, frame);
    flow.addChildren(from, to, hash);
    hash.finish();
  }

  /**
   * The tree whose hash is the flow signature of this request. It costs as much as {@link #of} and
   * allocates in proportion to the spans: call it once a category.
   *
   * @param maxNodes the most nodes of the form; 1 or more
   */
  public CanonicalForm flowForm(CallTree tree, int root, int maxNodes) {
    return runs(tree, root, maxNodes).form(maxNodes);
  }

  /**
   * The position of each span of this request in its {@link #flowForm}, which costs as much.
   *
   * @param maxNodes the most nodes of the form; 1 or more
   */
  public FlowPositions flowPositions(CallTree tree, int root, int maxNodes) {
    return runs(tree, root, maxNodes).positions(maxNodes);
  }

  private FlowRuns runs(CallTree tree, int root, int maxNodes) {
    if (maxNodes < 1) {
      throw new IllegalArgumentException("maxNodes must be at least 1, is " + maxNodes);
    }
    FlowRuns runs = new FlowRuns(tree, root);
    for (int span = tree.subtreeEnd(root) - 1; span >= root; span--) {
      subtrees.reserve();
      int from = subtrees.firstBelow(tree.subtreeEnd(span));
      int to = subtrees.size();
      hashFlow(from, to, tree.frame(span));
      flow.listRuns(from, to, span, runs);
      subtrees.flow().set(from, hash);
      subtrees.replaceFrom(from, tree, span);
    }
    subtrees.clear();
    return runs;
  }
}
