package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.CallTimes;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestTables;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The critical calling context tree of one request: a compact, immutable copy of a {@link
 * CallingContextTree}. Nodes are numbered from 0, a parent before its children.
 */
public final class PathTimes implements CallTimes {
  private final int[] parent;
  private final PathStep[] step;
  private final long[] exclusiveNanos;

  private PathTimes(int size) {
    parent = new int[size];
    step = new PathStep[size];
    exclusiveNanos = new long[size];
  }

  /** A copy of {@code tree}. */
  public static PathTimes copyOf(CallingContextTree tree) {
    PathTimes copy = new PathTimes(tree.size());
    for (int node = 0; node < copy.size(); node++) {
      copy.parent[node] = tree.parent(node);
      copy.step[node] = tree.step(node);
      copy.exclusiveNanos[node] = tree.exclusiveNanos(node);
    }
    return copy;
  }

  @Override
  public int size() {
    return parent.length;
  }

  @Override
  public int parent(int node) {
    return parent[node];
  }

  @Override
  public PathStep step(int node) {
    return step[node];
  }

  @Override
  public long exclusiveNanos(int node) {
    return exclusiveNanos[node];
  }

  void write(DataOutput out, RequestTables tables) throws IOException {
    Varint.write(out, size());
    for (int node = 0; node < size(); node++) {
      Varint.write(out, parent[node] + 1);
      tables.writeStep(out, step[node]);
      Varint.write(out, exclusiveNanos[node]);
    }
  }

  /** Reads what {@link #write} wrote. */
  static PathTimes read(DataInput in, RequestTables tables) throws IOException {
    PathTimes read = new PathTimes(Varint.readUpTo(in, Integer.MAX_VALUE));
    for (int node = 0; node < read.size(); node++) {
      read.parent[node] = Varint.readUpTo(in, node) - 1;
      read.step[node] = tables.readStep(in);
      read.exclusiveNanos[node] = Varint.read(in);
    }
    return read;
  }
}
