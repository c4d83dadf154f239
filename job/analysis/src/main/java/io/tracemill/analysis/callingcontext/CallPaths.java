package io.tracemill.analysis.callingcontext;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The call paths of many requests: a forest of steps with limits of nodes and depth. Nodes are
 * numbered from 0, a parent before its children.
 *
 * <p>Paths are admitted in order of arrival. A path beyond a limit ends in the {@code (other)}
 * child of its deepest admitted ancestor. {@code (other)} has no children: it also takes everything
 * below. It does not count towards the limit, so there are at most {@code 2 * maxNodes + 1} nodes.
 */
public final class CallPaths {
  /** The parent of a first step. */
  public static final int NONE = -1;

  private static final int FIRST_CAPACITY = 4;

  /** A larger table is given back by {@link #clear}. */
  private static final int MAX_KEPT_SLOTS = 1 << 12;

  private final int maxNodes;
  private final int maxDepth;
  private int size;
  private int named;
  private int[] parent = new int[FIRST_CAPACITY];
  private int[] depth = new int[FIRST_CAPACITY];
  private PathStep[] step = new PathStep[FIRST_CAPACITY];

  /** Open addressing: node + 1 by (parent, step); 0 is free. */
  private int[] slots = new int[2 * FIRST_CAPACITY];

  /** Admits all paths. */
  public CallPaths() {
    maxNodes = Integer.MAX_VALUE;
    maxDepth = Integer.MAX_VALUE;
  }

  /** Admits so many paths, besides {@code (other)}, of at most so many steps. */
  public CallPaths(int maxNodes, int maxDepth) {
    this.maxNodes = maxNodes;
    this.maxDepth = maxDepth;
  }

  /** Forgets all paths. */
  void clear() {
    size = 0;
    named = 0;
    if (slots.length > MAX_KEPT_SLOTS) {
      slots = new int[2 * FIRST_CAPACITY];
    } else {
      Arrays.fill(slots, 0);
    }
  }

  /** The step's own node below {@code parent}, whatever the limits. */
  int node(int parent, PathStep step) {
    int slot = slotOf(parent, step);
    return slots[slot] != 0 ? slots[slot] - 1 : insert(slot, parent, step);
  }

  /** The step's own node below {@code parent}; {@link #NONE} if there is none. */
  public int find(int parent, PathStep step) {
    return slots[slotOf(parent, step)] - 1;
  }

  /** The node that counts {@code step} below {@code parent}: its own node, or {@code (other)}. */
  public int child(int parent, PathStep step) {
    if (parent != NONE && isOther(parent)) {
      return parent;
    }
    int slot = slotOf(parent, step);
    if (slots[slot] != 0) {
      return slots[slot] - 1;
    }
    if (step.equals(PathStep.OTHER)) {
      return insert(slot, parent, step);
    }
    if (named < maxNodes && depthBelow(parent) <= maxDepth) {
      named++;
      return insert(slot, parent, step);
    }
    return child(parent, PathStep.OTHER);
  }

  private int insert(int slot, int parent, PathStep step) {
    if (size == this.parent.length) {
      int capacity = 2 * size;
      this.parent = Arrays.copyOf(this.parent, capacity);
      this.depth = Arrays.copyOf(this.depth, capacity);
      this.step = Arrays.copyOf(this.step, capacity);
    }
    int node = size++;
    this.parent[node] = parent;
    this.step[node] = step;
    depth[node] = depthBelow(parent);
    slots[slot] = size;
    if (2 * size > slots.length) {
      rehash();
    }
    return node;
  }

  private int depthBelow(int parent) {
    return parent == NONE ? 1 : depth[parent] + 1;
  }

  private void rehash() {
    slots = new int[2 * slots.length];
    for (int node = 0; node < size; node++) {
      slots[slotOf(parent[node], step[node])] = node + 1;
    }
  }

  /** The slot of this node, or the free slot for it. */
  private int slotOf(int parent, PathStep step) {
    int mask = slots.length - 1;
    long mixed = (((long) parent << 32) ^ step.hashCode()) * 0x9E3779B97F4A7C15L;
    int slot = (int) (mixed >>> 32) & mask;
    while (slots[slot] != 0) {
      int node = slots[slot] - 1;
      if (this.parent[node] == parent && this.step[node].equals(step)) {
        return slot;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  public int size() {
    return size;
  }

  /** The parent, which has a smaller number; {@link #NONE} for a first step. */
  public int parent(int node) {
    return parent[node];
  }

  public PathStep step(int node) {
    return step[node];
  }

  /** Whether the node is {@code (other)}. */
  public boolean isOther(int node) {
    return step[node].equals(PathStep.OTHER);
  }

  /** Adds up the own values of each node and all its descendants. */
  public long[] inclusive(long[] own) {
    long[] inclusive = new long[size];
    addUp(own, inclusive);
    return inclusive;
  }

  void addUp(long[] own, long[] inclusive) {
    System.arraycopy(own, 0, inclusive, 0, size);
    for (int node = size - 1; node >= 0; node--) {
      if (parent[node] != NONE) {
        inclusive[parent[node]] += inclusive[node];
      }
    }
  }

  /** All nodes, each followed by its descendants, children in order of their steps. */
  public int[] inStepOrder() {
    return preorder(Comparator.comparing(node -> step[node]));
  }

  /** All nodes, each followed by its descendants, children with the largest value first. */
  public int[] largestFirst(long[] value) {
    Comparator<Integer> bySize = Comparator.comparingLong(node -> value[node]);
    return preorder(bySize.reversed().thenComparing(node -> step[node]));
  }

  private int[] preorder(Comparator<Integer> siblings) {
    // Siblings are adjacent: the children of a node are from first[node + 1] to first[node + 2].
    int[] first = new int[size + 2];
    int[] nodesBelow = new int[size];
    for (int node = size - 1; node >= 0; node--) {
      first[parent[node] + 2]++;
      if (parent[node] != NONE) {
        nodesBelow[parent[node]] += 1 + nodesBelow[node];
      }
    }
    for (int i = 1; i < first.length; i++) {
      first[i] += first[i - 1];
    }
    int[] next = first.clone();
    Integer[] children = new Integer[size];
    for (int node = 0; node < size; node++) {
      children[next[parent[node] + 1]++] = node;
    }
    // A child's place is after all descendants of its earlier siblings.
    int[] order = new int[size];
    int[] place = new int[size];
    for (int above = NONE; above < size; above++) {
      int from = first[above + 1];
      int to = first[above + 2];
      if (to - from > 1) {
        Arrays.sort(children, from, to, siblings);
      }
      int free = above == NONE ? 0 : place[above] + 1;
      for (int i = from; i < to; i++) {
        place[children[i]] = free;
        order[free] = children[i];
        free += 1 + nodesBelow[children[i]];
      }
    }
    return order;
  }
}
