package io.tracemill.analysis.signature;

import io.tracemill.analysis.signature.CanonicalForm.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * By span of one request, the runs of calls that it makes, in the order of the canonical form. The
 * first call of a run represents it. Spans below an asynchronous call have no run.
 */
final class CategoryRuns {
  /** Stands for no call: it is the number of the root, which no span calls. */
  private static final int NONE = 0;

  private static final int NOT_SHOWN = -1;

  private final CallTree tree;
  private final int root;

  /** By number of a span, counted from the root. */
  private final int[] firstChild;

  private final int[] nextSibling;
  private final int[] run;

  /** The first call of its run. */
  private final int[] first;

  private int lastParent = NONE;
  private int lastChild = NONE;

  CategoryRuns(CallTree tree, int root) {
    int size = tree.subtreeEnd(root) - root;
    this.tree = tree;
    this.root = root;
    firstChild = new int[size];
    nextSibling = new int[size];
    run = new int[size];
    run[0] = 1;
    first = new int[size];
    Arrays.fill(first, NOT_SHOWN);
    first[0] = 0;
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
    first[number] = number;
    lastParent = parent;
    lastChild = number;
  }

  /** Adds a further call to the run that was added last. */
  void join(int child) {
    first[child - root] = lastChild;
  }

  /** Receives the nodes of the tree of runs in preorder. */
  @FunctionalInterface
  private interface NodeVisitor {
    void node(int number, int depth);
  }

  /** The tree of runs, cut after {@code maxNodes}. */
  CanonicalForm form(int maxNodes) {
    List<Node> nodes = new ArrayList<>();
    boolean more = forEachNode(maxNodes, (number, depth) -> nodes.add(node(number, depth)));
    return new CanonicalForm(nodes, more);
  }

  /** The position of each span's node in {@link #form}. */
  CategoryPositions positions(int maxNodes) {
    int[] positions = new int[run.length];
    Arrays.fill(positions, CategoryPositions.NONE);
    int[] order = new int[Math.min(maxNodes, run.length)];
    int[] size = {0};
    forEachNode(maxNodes, (number, depth) -> order[size[0]++] = number);
    for (int position = 0; position < size[0]; position++) {
      positions[order[position]] = position;
    }
    int[] nodes = nodes();
    for (int number = 0; number < nodes.length; number++) {
      positions[number] =
          nodes[number] == NOT_SHOWN ? CategoryPositions.NONE : positions[nodes[number]];
    }
    return new CategoryPositions(root, size[0], positions);
  }

  /**
   * By number of a span, the span that represents its node, or {@link #NOT_SHOWN}. Calls of one run
   * make equal runs; the calls of those runs are calls of one node.
   */
  private int[] nodes() {
    int[] nodes = new int[run.length];
    for (int number = 0; number < nodes.length; number++) {
      if (first[number] == NOT_SHOWN) {
        nodes[number] = NOT_SHOWN;
        continue;
      }
      nodes[number] = nodes[first[number]];
      int mine = firstChild[number];
      int same = firstChild[nodes[number]];
      while (mine != NONE) {
        nodes[mine] = same;
        mine = nextSibling[mine];
        same = nextSibling[same];
      }
    }
    return nodes;
  }

  /** Visits at most {@code maxNodes} nodes; returns whether some are left. */
  private boolean forEachNode(int maxNodes, NodeVisitor to) {
    int[] path = new int[Math.min(maxNodes, run.length) + 1];
    int depth = 0;
    for (int node = 0; node < maxNodes; node++) {
      to.node(path[depth], depth);
      depth = advance(path, depth);
      if (depth == 0) {
        return false;
      }
    }
    return true;
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
