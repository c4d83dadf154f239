package io.tracemill.analysis.signature;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.Frame;

/**
 * Computes the signatures of a request (semantics 6).
 *
 * <p>They depend on frames, asynchronous marks, the tree, and on times as far as each form looks at
 * them; never on how siblings are laid out. A mark says how a span hangs below its parent, so the
 * request's first span has none: a subtree has the same signatures as the request it would be.
 *
 * <p>Takes O(n log n) time for n spans, and space for as many as are siblings along one path. One
 * instance serves one thread and is reused for every request.
 */
public final class SignatureCalculator {
  private static final int STRUCTURE = 1;
  private static final int FLOW = 2;
  private static final int ORDER = 3;

  private final HashedSubtrees subtrees = new HashedSubtrees();
  private final Hash128 hash = new Hash128();
  private final SiblingOrder siblings = new SiblingOrder();
  private final StructureForm structure;
  private final FlowForm flow;
  private final OrderForm order;

  /**
   * @param fold which runs of equal siblings are one flow
   * @param overlapToleranceNanos how long siblings may overlap and still be one after the other; 0
   *     or more
   */
  public SignatureCalculator(Fold fold, long overlapToleranceNanos) {
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

  /** The signatures of the request that is the subtree of {@code root}. */
  public Signatures of(CallTree tree, int root) {
    siblings.reserve(tree.subtreeEnd(root));
    for (int span = tree.subtreeEnd(root) - 1; span >= root; span--) {
      add(tree, span);
    }
    Signatures signatures = subtrees.signatures(0);
    subtrees.clear();
    return signatures;
  }

  /** The order of siblings in the request that {@link #of} saw last; valid until its next call. */
  public SiblingOrder siblings() {
    return siblings;
  }

  /** Hashes a span whose children are the topmost rows, and puts it in their place. */
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
   * The tree that the flow signature of this request is the hash of, found as {@link #of} finds the
   * signature. Costs as much and allocates in proportion to the spans: to be asked for once a
   * category.
   *
   * @param maxNodes how many nodes the form has at most; 1 or more
   */
  public CanonicalForm flowForm(CallTree tree, int root, int maxNodes) {
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
    return runs.form(maxNodes);
  }
}
