package io.tracemill.console.store;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How long spans usually take, by operation, from requests that have all their spans.
 *
 * @param operations by service and operation
 */
record SpanDurations(Basis basis, List<Operation> operations) {
  SpanDurations {
    operations = List.copyOf(operations);
  }

  /** The mean duration of all spans of an operation. */
  record Operation(String service, String operation, double meanNanos) {}

  /** Those of these requests. */
  static SpanDurations of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestReplay replay = new RequestReplay(rules);
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Map<Frame, Column> columns = new TreeMap<>();
    for (KeptRequest request : requests) {
      if (weights.countsWhole(request)) {
        int row = weights.add(request);
        TraceTree tree = replay.load(request);
        for (int span = 0; span < tree.size(); span++) {
          columns
              .computeIfAbsent(tree.frame(span), added -> new Column())
              .add(row, tree.endNanos(span) - tree.startNanos(span));
        }
      }
    }
    RequestWeights all = weights.build();
    return new SpanDurations(
        all.basis(),
        columns.entrySet().stream()
            .map(
                each ->
                    new Operation(
                        each.getKey().service(),
                        each.getKey().operation(),
                        each.getValue().of(all).mean().value()))
            .toList());
  }
}
