package io.tracemill.connectors.output;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import java.util.Arrays;
import java.util.Optional;

/**
 * Some nodes of a call tree, and below each one that lost descendants one {@code (other)} node in
 * their place.
 *
 * <p>Kept nodes come first, in the order of the tree they were kept from; then the {@code (other)}
 * nodes. The exclusive times add up to what they did before, and an inclusive time is still a
 * node's own and its descendants'. An {@code (other)} that was there before is one with the new one
 * of its parent.
 */
final class FoldedTree implements CallTree {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final CallTree source;
  private int keptCount;
  private int size;

  /** By node of this tree. */
  private final int[] parent;

  /** By node of this tree: the one node of the source that it stands for, or {@link #SEVERAL}. */
  private final int[] origin;

  private final long[] count;
  private final long[] exclusiveNanos;

  private FoldedTree(CallTree source) {
    this.source = source;
    int most = 2 * source.size();
    parent = new int[most];
    origin = new int[most];
    count = new long[most];
    exclusiveNanos = new long[most];
    Arrays.fill(origin, NONE);
  }

  /**
   * Folds what is not in {@code kept}, and all below. Nodes without a parent are kept always, an
   * {@code (other)} one never.
   */
  static CallTree of(CallTree source, boolean[] kept) {
    FoldedTree folded = new FoldedTree(source);
    int[] ancestor = folded.keep(kept);
    folded.foldRest(ancestor);
    return folded;
  }

  /** Takes over what is kept; returns, by source node, the node here it is or hangs below. */
  private int[] keep(boolean[] kept) {
    int[] nearest = new int[source.size()];
    for (int node = 0; node < nearest.length; node++) {
      int above = source.parent(node);
      boolean first = above == NONE;
      if (first || (kept[node] && isKept(above, nearest) && !isOther(source, node))) {
        add(node, first ? NONE : nearest[above]);
        nearest[node] = size - 1;
      } else {
        nearest[node] = nearest[above];
      }
    }
    keptCount = size;
    return nearest;
  }

  private boolean isKept(int node, int[] nearest) {
    return origin[nearest[node]] == node;
  }

  static boolean isOther(CallTree tree, int node) {
    return tree.step(node).equals(PathStep.OTHER);
  }

  private void add(int node, int parentHere) {
    parent[size] = parentHere;
    origin[size] = node;
    count[size] = source.count(node);
    exclusiveNanos[size] = source.exclusiveNanos(node);
    size++;
  }

  private void foldRest(int[] nearest) {
    int[] other = new int[keptCount];
    for (int node = 0; node < nearest.length; node++) {
      int above = nearest[node];
      if (origin[above] == node) {
        continue;
      }
      if (other[above] == 0) {
        other[above] = size;
        add(node, above);
      } else {
        merge(other[above], node);
      }
    }
  }

  private void merge(int other, int node) {
    origin[other] = SEVERAL;
    count[other] = counted().plus(count[other], source.count(node));
    exclusiveNanos[other] += source.exclusiveNanos(node);
  }

  @Override
  public Counted counted() {
    return source.counted();
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int parent(int node) {
    return parent[node];
  }

  @Override
  public PathStep step(int node) {
    return node < keptCount ? source.step(origin[node]) : PathStep.OTHER;
  }

  @Override
  public long count(int node) {
    return count[node];
  }

  @Override
  public long inclusiveNanos(int node) {
    return node < keptCount ? source.inclusiveNanos(origin[node]) : exclusiveNanos[node];
  }

  @Override
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  /** Known unless the node stands for several: percentiles do not add up. */
  @Override
  public Optional<Percentiles> exclusive(int node) {
    return origin[node] == SEVERAL ? Optional.empty() : source.exclusive(origin[node]);
  }
}
