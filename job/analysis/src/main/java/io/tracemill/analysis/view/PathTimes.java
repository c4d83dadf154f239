package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sums.CallPaths;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/**
 * The own times of requests on their critical paths, by call path: one sparse column a call path.
 * About 20 bytes for each call path of a request.
 */
final class PathTimes {
  private final CallPaths paths;
  private int[] paired = {};
  private int[] rows = {};
  private int[] spans = {};
  private long[] nanos = {};
  private int size;

  /** By call path: its latest entry plus one. */
  private int[] latest = {};

  /** The entries of call path i are from {@code from[i]} up to {@code from[i + 1]} of entries. */
  private int[] from = {};

  private int[] entries = {};

  /** Numbers call paths in {@code paths}, which several sets of requests can share. */
  PathTimes(CallPaths paths) {
    this.paths = paths;
  }

  /**
   * The call paths of all requests that count.
   *
   * @param rowOf gives each of them its row; rows ascend
   */
  static PathTimes of(
      Iterable<KeptRequest> requests,
      ReplayRules rules,
      CallPaths paths,
      ToIntFunction<KeptRequest> rowOf) {
    PathTimes times = new PathTimes(paths);
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
      add(nodes[i], row, tree.spans(i), tree.exclusiveNanos(i));
    }
  }

  private void add(int path, int row, int calls, long own) {
    if (path >= latest.length) {
      latest = Arrays.copyOf(latest, Math.max(64, 2 * path));
    }
    int entry = latest[path] - 1;
    if (entry < 0 || rows[entry] != row) {
      entry = append(path, row);
    }
    spans[entry] += calls;
    nanos[entry] += own;
  }

  private int append(int path, int row) {
    if (size == rows.length) {
      int capacity = Math.max(64, 2 * size);
      paired = Arrays.copyOf(paired, capacity);
      rows = Arrays.copyOf(rows, capacity);
      spans = Arrays.copyOf(spans, capacity);
      nanos = Arrays.copyOf(nanos, capacity);
    }
    paired[size] = path;
    rows[size] = row;
    latest[path] = size + 1;
    return size++;
  }

  /** Sorts the entries by call path, at the first question. */
  private void sort() {
    if (from.length == paths.size() + 1) {
      return;
    }
    from = new int[paths.size() + 1];
    for (int entry = 0; entry < size; entry++) {
      from[paired[entry] + 1]++;
    }
    for (int path = 0; path < paths.size(); path++) {
      from[path + 1] += from[path];
    }
    int[] next = from.clone();
    entries = new int[size];
    for (int entry = 0; entry < size; entry++) {
      entries[next[paired[entry]]++] = entry;
    }
  }

  CallPaths paths() {
    return paths;
  }

  /** Receives a request that has the call path. */
  interface Visitor {
    /**
     * @param spans number of its spans on the critical path at this call path
     * @param nanos their own time
     */
    void entry(int row, int spans, long nanos);
  }

  /** Passes the requests that have the call path, in order of rows. */
  void forEach(int path, Visitor to) {
    sort();
    for (int i = from[path]; i < from[path + 1]; i++) {
      to.entry(rows[entries[i]], spans[entries[i]], nanos[entries[i]]);
    }
  }

  /** The number of requests that have the call path. */
  int count(int path) {
    sort();
    return from[path + 1] - from[path];
  }
}
