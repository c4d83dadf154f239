package io.tracemill.store.compare;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.view.CategoryProfile.Columns;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.Moments;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * The times of the nodes of one category's call tree in one set of requests.
 *
 * @param durations of the requests
 * @param columns of the kept requests that have all their spans
 * @param nodes number of nodes
 */
record NodeTable(Moments durations, Columns columns, int nodes) {
  /**
   * Reads it from kept requests that have all their spans.
   *
   * @param requests of the category
   */
  static NodeTable read(Requests requests, int nodes) {
    StoreSession session = requests.session();
    double below = uniformBelow(requests);
    KeptRequests kept = KeptRequests.where(session, requests.statistics());
    Iterable<KeptRequest> uniform =
        () ->
            StreamSupport.stream(kept.spliterator(), false)
                .map(each -> each.weighing(each.weight(), Math.min(below, each.uniformBelow())))
                .iterator();
    return new NodeTable(
        Moments.ask(session, "duration_nanos", requests.statistics()),
        Columns.of(
            uniform,
            session.rules().replay(),
            CallTreeSignature.ofHex(requests.filter().category().orElseThrow()),
            nodes),
        nodes);
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

  Estimate mean(int node, Function<ReplayedTimes, long[]> kind) {
    return columns.values(node, kind).mean();
  }

  /** By node, the own times of the uniform part. */
  List<long[]> uniform() {
    int[] rows = columns.weights().uniform();
    return IntStream.range(0, nodes)
        .mapToObj(
            node ->
                Arrays.stream(rows)
                    .mapToLong(row -> columns.times().get(row).exclusiveNanos()[node])
                    .toArray())
        .toList();
  }
}
