package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sums.CallPaths;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The critical calling context tree of requests, with the distribution of each node's own time.
 *
 * @param nodes a parent before its children, largest siblings first
 */
public record PathNodes(Basis basis, List<Node> nodes) {
  public PathNodes {
    nodes = List.copyOf(nodes);
  }

  /**
   * A call path.
   *
   * @param parent index of the node above, -1 for the first step of a path
   * @param calls number of its spans on the critical path, over all requests
   * @param inclusiveNanos time of the path and its descendants, summed over all requests
   * @param ownNanos its own time, over the requests that have it
   */
  public record Node(
      int parent, PathStep step, Estimate calls, long inclusiveNanos, Distribution ownNanos) {}

  /** The call paths of these requests. */
  public static PathNodes of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestWeights.Builder builder = new RequestWeights.Builder();
    PathTimes times = PathTimes.of(requests, rules, new CallPaths(), builder::add);
    RequestWeights weights = builder.build();
    CallPaths paths = times.paths();
    List<Column> columns =
        IntStream.range(0, paths.size()).mapToObj(path -> Column.of(times, path)).toList();
    long[] own =
        columns.stream()
            .mapToLong(each -> weights.of(each.rows(), each.nanos()).sum().rounded())
            .toArray();
    long[] inclusive = paths.inclusive(own);
    int[] position = new int[paths.size()];
    List<Node> nodes = new ArrayList<>();
    for (int path : paths.largestFirst(inclusive)) {
      Column column = columns.get(path);
      int parent = paths.parent(path);
      position[path] = nodes.size();
      nodes.add(
          new Node(
              parent == CallPaths.NONE ? -1 : position[parent],
              paths.step(path),
              weights.of(column.rows(), column.spans()).sum(),
              inclusive[path],
              weights.of(column.rows(), column.nanos()).distribution()));
    }
    return new PathNodes(weights.basis(), nodes);
  }

  private record Column(int[] rows, long[] spans, long[] nanos) {
    static Column of(PathTimes times, int path) {
      int size = times.count(path);
      Column column = new Column(new int[size], new long[size], new long[size]);
      int[] at = {0};
      times.forEach(
          path,
          (row, spans, nanos) -> {
            column.rows[at[0]] = row;
            column.spans[at[0]] = spans;
            column.nanos[at[0]++] = nanos;
          });
      return column;
    }
  }
}
