package io.tracemill.store.compare;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Moments;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The times of the nodes of one category's call tree in one set of requests.
 *
 * @param durations of the requests
 * @param weights of the kept requests that have all their spans, by row
 * @param inclusive by position of the node, a time for each row
 * @param own by position of the node, a time for each row
 * @param critical by position of the node, its own time on the critical path for each row
 */
record NodeTable(
    Moments durations,
    RequestWeights weights,
    List<Column> inclusive,
    List<Column> own,
    List<Column> critical) {
  /**
   * Reads it from kept requests that have all their spans.
   *
   * @param requests of the category
   * @param nodes number of nodes
   */
  static NodeTable read(Requests requests, int nodes) {
    StoreSession session = requests.session();
    List<Column> inclusive = columns(nodes);
    List<Column> own = columns(nodes);
    List<Column> critical = columns(nodes);
    RequestWeights.Builder weights = new RequestWeights.Builder();
    CategoryReplay replay = new CategoryReplay(session.rules().replay());
    double below = uniformBelow(requests);
    for (KeptRequest request : KeptRequests.where(session, requests.statistics())) {
      if (weights.countsWhole(request)) {
        int row =
            weights.add(
                request.weighing(request.weight(), Math.min(below, request.uniformBelow())));
        ReplayedTimes times = replay.times(request);
        for (int node = 0; node < Math.min(nodes, times.size()); node++) {
          inclusive.get(node).add(row, times.inclusiveNanos()[node]);
          own.get(node).add(row, times.exclusiveNanos()[node]);
          critical.get(node).add(row, times.criticalNanos()[node]);
        }
      }
    }
    Moments durations = Moments.ask(session, "duration_nanos", requests.statistics());
    return new NodeTable(durations, weights.build(), inclusive, own, critical);
  }

  /**
   * The smallest {@code uniform_below} of all rows of the category in that time, including those
   * that the set leaves out: a busy pane may have dropped all its requests that belong to the set.
   */
  private static double uniformBelow(Requests requests) {
    return requests
        .session()
        .row(
            "SELECT coalesce(min(uniform_below), 1) FROM requests WHERE "
                + requests.filter().scope(),
            row -> row.getDouble(1));
  }

  private static List<Column> columns(int nodes) {
    return Stream.generate(Column::new).limit(nodes).toList();
  }

  Estimate inclusiveMean(int node) {
    return inclusive.get(node).of(weights).mean();
  }

  Estimate ownMean(int node) {
    return own.get(node).of(weights).mean();
  }

  Estimate criticalMean(int node) {
    return critical.get(node).of(weights).mean();
  }

  /** By node, the own times of the uniform part. */
  List<long[]> uniform() {
    BitSet rows = new BitSet();
    Arrays.stream(weights.uniform()).forEach(rows::set);
    return own.stream().map(column -> column.only(rows::get).values()).toList();
  }
}
