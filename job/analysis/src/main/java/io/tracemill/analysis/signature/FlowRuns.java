package io.tracemill.analysis.signature;

import io.tracemill.analysis.signature.CanonicalForm.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * By span of one request, the runs of calls that it makes, in the order of the flow form. One call
 * represents each run.
 */
final class FlowRuns {
  /** Stands for no call: it is the number of the root, which no span calls. */
  private static final int NONE = 0;

  private final CallTree tree;
  private final int root;

  /** By number of a span, counted from the root. */
  private final int[] firstChild;

  private final int[] nextSibling;
  private final int[] run;

  private int lastParent = NONE;
  private int lastChild = NONE;

  FlowRuns(CallTree tree, int root) {
    int size = tree.subtreeEnd(root) - root;
    this.tree = tree;
    this.root = root;
    firstChild = new int[size];
    nextSibling = new int[size];
    run = new int[size];
    run[0] = 1;
  }

  /** Adds the next run of the span {@code parent}; the runs of a span must come in succession. */
  void add(int parent, int child, int length) {
    int number = child - root;
    if (firstChild[parent - root] == NONE) {
      firstChild[parent - root] = number;
    } else if (parent == lastParent) {
      nextSibling[lastChild] = number;
    } else {
      throw new IllegalStateException("runs of span " + parent + " are not in sequence");
    }
    run[number] = length;
    lastParent = parent;
    lastChild = number;
  }

  /** The tree of runs, cut after {@code maxNodes}. */
  CanonicalForm form(int maxNodes) {
    List<Node> nodes = new ArrayList<>();
    int[] path = new int[Math.min(maxNodes, run.length) + 1];
    int depth = 0;
    boolean more = true;
    while (more && nodes.size() < maxNodes) {
      nodes.add(node(path[depth], depth));
      depth = advance(path, depth);
      more = depth > 0;
    }
    return new CanonicalForm(nodes, more);
  }

  private Node node(int number, int depth) {
    int span = root + number;
    return new Node(depth, tree.frame(span), depth > 0 && tree.async(span), run[number]);
  }

  /** Moves {@code path} to the next node in preorder; returns its depth, or 0 at the end. */
  private int advance(int[] path, int depth) {
    int child = firstChild[path[depth]];
    if (child != NONE) {
      path[depth + 1] = child;
      return depth + 1;
    }
    int up = depth;
    while (up > 0 && nextSibling[path[up]] == NONE) {
      up--;
    }
    path[up] = nextSibling[path[up]];
    return up;
  }
}
