package io.tracemill.analysis.view;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Distribution;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;

/**
 * The time below any operation: the subtrees of its outermost spans, of any kind, each with a
 * critical path of its own (semantics 1; CRISP section 5.3). A span counts in its innermost request
 * only.
 *
 * @param operation the operation
 * @param basis the requests that have it
 * @param subtrees number of its outermost spans
 * @param failed number of requests in which one of these failed
 * @param latencyNanos durations of these spans
 * @param classes their call trees by latency class; they count subtrees
 */
public record TopDown(
    Frame operation,
    Basis basis,
    Estimate subtrees,
    Estimate failed,
    Distribution latencyNanos,
    LatencyClasses classes) {

  /** The time below an operation in these requests. */
  public static TopDown of(Iterable<KeptRequest> requests, ReplayRules rules, Frame operation) {
    Reader reader = new Reader(rules, operation);
    for (KeptRequest request : requests) {
      if (reader.weights.countsWhole(request)) {
        reader.add(request);
      }
    }
    return reader.answer();
  }

  private static final class Reader {
    private final Frame operation;
    private final RequestReplay replay;
    private final RequestWeights.Builder weights = new RequestWeights.Builder();
    private final PathColumns times = new PathColumns(new CallPaths());
    private final Column durations = new Column();
    private final Column failures = new Column();

    Reader(ReplayRules rules, Frame operation) {
      replay = new RequestReplay(rules);
      this.operation = operation;
    }

    void add(KeptRequest request) {
      int row = weights.add(request);
      TraceTree tree = replay.load(request);
      boolean failed = false;
      int span = 0;
      while (span < tree.size()) {
        if (span > 0 && tree.opensAsyncRequest(span)) {
          span = tree.subtreeEnd(span);
        } else if (tree.frame(span).equals(operation)) {
          failed |= tree.error(span);
          addSubtree(row, tree, span);
          span = tree.subtreeEnd(span);
        } else {
          span++;
        }
      }
      if (failed) {
        failures.add(row, 1);
      }
    }

    private void addSubtree(int row, TraceTree tree, int root) {
      replay.skew().correct(tree, root);
      replay.path(root);
      times.add(durations.size(), replay.callTree());
      durations.add(row, tree.endNanos(root) - tree.startNanos(root));
    }

    TopDown answer() {
      RequestWeights all = weights.build();
      return new TopDown(
          operation,
          all.basis(durations.rows()),
          all.count(durations.rows()),
          failures.of(all).sum(),
          durations.of(all).distribution(),
          LatencyClasses.of(all, durations, times));
    }
  }
}
