package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/** The own times of requests on their critical paths, by call path. */
final class PathColumns {
  private static final Column NONE = new Column();

  private final CallPaths paths;
  private final List<Column> columns = new ArrayList<>();

  /** Numbers call paths in {@code paths}, which several sets of requests can share. */
  PathColumns(CallPaths paths) {
    this.paths = paths;
  }

  /**
   * The call paths of all requests that count.
   *
   * @param rowOf gives each of them its row; rows ascend
   */
  static PathColumns of(
      Iterable<KeptRequest> requests,
      ReplayRules rules,
      CallPaths paths,
      ToIntFunction<KeptRequest> rowOf) {
    PathColumns times = new PathColumns(paths);
    RequestReplay replay = new RequestReplay(rules);
    for (KeptRequest request : requests) {
      if (RequestWeights.Builder.counts(request)) {
        replay.load(request);
        replay.path(0);
        times.add(rowOf.applyAsInt(request), replay.callTree());
      }
    }
    return times;
  }

  /** Adds the tree of a request; rows ascend. */
  void add(int row, CallingContextTree tree) {
    int[] nodes = new int[tree.size()];
    for (int i = 0; i < nodes.length; i++) {
      int above = tree.parent(i);
      nodes[i] = paths.child(above < 0 ? CallPaths.NONE : nodes[above], tree.step(i));
      while (columns.size() <= nodes[i]) {
        columns.add(new Column());
      }
      columns.get(nodes[i]).sum(row, tree.exclusiveNanos(i));
    }
  }

  CallPaths paths() {
    return paths;
  }

  /** The own times at a call path, of each request that has it. */
  Column at(int path) {
    return path < columns.size() ? columns.get(path) : NONE;
  }
}
