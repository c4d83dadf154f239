package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The critical calling context tree of one sampled request: a compact, immutable copy of a {@link
 * CallingContextTree}, within the same limits as a profile. Nodes are numbered from 0, a parent
 * before its children.
 */
public final class SampledTree {
  private final int[] parent;
  private final PathStep[] step;
  private final int[] spans;
  private final long[] exclusiveNanos;

  private SampledTree(int[] parent, PathStep[] step, int[] spans, long[] exclusiveNanos) {
    this.parent = parent;
    this.step = step;
    this.spans = spans;
    this.exclusiveNanos = exclusiveNanos;
  }

  static SampledTree copyOf(CallingContextTree tree, ProfileLimits limits) {
    int size = tree.size();
    // The depth of a tree is at most its number of nodes.
    return size <= Math.min(limits.maxNodes(), limits.maxDepth())
        ? copyOf(tree)
        : foldedCopyOf(tree, limits);
  }

  private static SampledTree copyOf(CallingContextTree tree) {
    SampledTree copy = ofSize(tree.size());
    for (int node = 0; node < tree.size(); node++) {
      copy.parent[node] = tree.parent(node);
      copy.step[node] = tree.step(node);
      copy.spans[node] = tree.spans(node);
      copy.exclusiveNanos[node] = tree.exclusiveNanos(node);
    }
    return copy;
  }

  private static SampledTree foldedCopyOf(CallingContextTree tree, ProfileLimits limits) {
    CallPaths paths = new CallPaths(limits);
    int[] folded = new int[tree.size()];
    for (int node = 0; node < folded.length; node++) {
      int above = tree.parent(node);
      folded[node] = paths.child(above < 0 ? CallPaths.NONE : folded[above], tree.step(node));
    }
    SampledTree copy = ofSize(paths.size());
    for (int node = 0; node < paths.size(); node++) {
      copy.parent[node] = paths.parent(node);
      copy.step[node] = paths.step(node);
    }
    for (int node = 0; node < folded.length; node++) {
      copy.spans[folded[node]] += tree.spans(node);
      copy.exclusiveNanos[folded[node]] += tree.exclusiveNanos(node);
    }
    return copy;
  }

  private static SampledTree ofSize(int size) {
    return new SampledTree(new int[size], new PathStep[size], new int[size], new long[size]);
  }

  /** The number of nodes. */
  public int size() {
    return parent.length;
  }

  /** The parent, which has a smaller number; -1 for the first node. */
  public int parent(int node) {
    return parent[node];
  }

  public PathStep step(int node) {
    return step[node];
  }

  /** Spans on the critical path at this node. */
  public int spans(int node) {
    return spans[node];
  }

  /** The node's own time on the critical path, nanoseconds. */
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  void write(DataOutput out, ProfileTables tables) throws IOException {
    Varint.write(out, parent.length);
    for (int node = 0; node < parent.length; node++) {
      Varint.write(out, parent[node] + 1);
      tables.writeStep(out, step[node]);
      Varint.write(out, spans[node]);
      Varint.write(out, exclusiveNanos[node]);
    }
  }

  static SampledTree read(DataInput in, ProfileTables tables) throws IOException {
    SampledTree tree = ofSize(Varint.readUpTo(in, Integer.MAX_VALUE));
    for (int node = 0; node < tree.size(); node++) {
      tree.parent[node] = Varint.readUpTo(in, node) - 1;
      tree.step[node] = tables.readStep(in);
      tree.spans[node] = Varint.readUpTo(in, Integer.MAX_VALUE);
      tree.exclusiveNanos[node] = Varint.read(in);
    }
    return tree;
  }
}
