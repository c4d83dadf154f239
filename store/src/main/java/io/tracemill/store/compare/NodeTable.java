package io.tracemill.store.compare;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.NodeTimes;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Moments;
import java.util.List;
import java.util.stream.Stream;

/**
 * The times of the nodes of one category's call tree in one set of requests.
 *
 * @param durations of the requests
 * @param inclusive by position of the node
 * @param own by position of the node
 */
record NodeTable(Moments durations, List<NodeColumn> inclusive, List<NodeColumn> own) {
  /**
   * Reads it from kept requests that have all their spans.
   *
   * @param requests of the category
   * @param nodes number of nodes
   */
  static NodeTable read(Requests requests, int nodes) {
    StoreSession session = requests.session();
    NodeTable table =
        new NodeTable(
            Moments.ask(session, "duration_nanos", requests.statistics()),
            columns(nodes),
            columns(nodes));
    KeptRequests kept = KeptRequests.where(session, requests.statistics());
    double below = uniformBelow(requests);
    CategoryReplay replay = new CategoryReplay(session.rules().replay());
    for (KeptRequest request : kept) {
      if (!request.pathOnly()) {
        NodeTimes times = replay.times(request);
        boolean uniform = request.inUniform(Math.min(below, request.uniformBelow()));
        for (int node = 0; node < Math.min(nodes, times.size()); node++) {
          table.inclusive.get(node).add(times.inclusiveNanos()[node], request.weight(), uniform);
          table.own.get(node).add(times.exclusiveNanos()[node], request.weight(), uniform);
        }
      }
    }
    return table;
  }

  /** As {@link UniformSample}; a sample of the kept requests lowers it further. */
  private static double uniformBelow(Requests requests) {
    return requests
        .session()
        .row(
            "SELECT coalesce(min(uniform_below), 1) FROM requests WHERE "
                + requests.filter().scope(),
            row -> row.getDouble(1));
  }

  private static List<NodeColumn> columns(int nodes) {
    return Stream.generate(NodeColumn::new).limit(nodes).toList();
  }
}
