package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * The tree that a flow signature is the hash of, so that a category can be shown (semantics 6).
 * Equal flow signatures have equal forms, as far as they are not truncated, and the other way
 * round.
 *
 * @param nodes in preorder, children in the order of the flow form; the first is the root
 * @param truncated whether there are more nodes, which would follow
 */
public record CanonicalForm(List<Node> nodes, boolean truncated) {
  /**
   * A run of equal calls.
   *
   * @param depth calls between it and the root: 0 for the root, for others at most one more than
   *     the depth of the node before
   * @param frame what is called
   * @param async whether its parent does not wait for it
   * @param run the shortest run that is not told from this one ({@link Fold}), at least 1
   */
  public record Node(int depth, Frame frame, boolean async, int run) {}

  public CanonicalForm {
    nodes = List.copyOf(nodes);
    int above = -1;
    for (Node node : nodes) {
      if (node.depth > above + 1 || (node.depth < 1 && above >= 0) || node.run < 1) {
        throw new IllegalArgumentException(node + " cannot follow depth " + above);
      }
      above = node.depth;
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a form has a root");
    }
  }

  /** What the request's first span is called. */
  public Frame root() {
    return nodes.get(0).frame;
  }

  /** The one of two forms of equal flows that shows more. */
  public CanonicalForm fuller(CanonicalForm other) {
    if (truncated != other.truncated) {
      return truncated ? other : this;
    }
    return other.nodes.size() > nodes.size() ? other : this;
  }
}
