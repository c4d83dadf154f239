package io.tracemill.analysis.view;

import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.errorcost.ErrorCost.Node;
import io.tracemill.analysis.errorcost.ErrorCosts;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.List;

/**
 * What failed spans cost requests (semantics 7.2). All durations are nanoseconds, summed over the
 * requests with a failed span.
 *
 * @param basis all requests, with and without failed spans
 * @param requests number of requests with a failed span
 * @param workNanos durations of all spans of these requests
 * @param erringWorkNanos of these, that of failed spans
 * @param savedNanos how much shorter the critical paths would be without failed spans and what they
 *     caused
 * @param path the error path: spans of the critical path that failed or whose children did, merged
 *     by call path; a parent before its children, siblings in order of frames
 */
public record CostOfErrors(
    Basis basis,
    Estimate requests,
    Estimate workNanos,
    Estimate erringWorkNanos,
    Estimate savedNanos,
    List<Node> path) {
  public CostOfErrors {
    path = List.copyOf(path);
  }

  /** The costs of these requests. */
  public static CostOfErrors of(Iterable<KeptRequest> requests, ReplayRules rules) {
    RequestReplay replay = new RequestReplay(rules);
    ErrorCosts costs = new ErrorCosts(rules.overlapToleranceNanos(), replay.tree(), replay.path());
    RequestWeights.Builder weights = new RequestWeights.Builder();
    List<ErrorCost> found = new ArrayList<>();
    ErrorPaths path = new ErrorPaths();
    for (KeptRequest request : requests) {
      if (weights.countsWhole(request)) {
        weights.add(request);
        ErrorCost cost = ErrorCost.NONE;
        if (replay.load(request).hasErrors()) {
          replay.path(0);
          cost = costs.find(0).orElse(ErrorCost.NONE);
          path.add(cost.path(), request.weight());
        }
        found.add(cost);
      }
    }
    RequestWeights all = weights.build();
    return new CostOfErrors(
        all.basis(),
        all.of(found.stream().mapToLong(ErrorCost::requests).toArray()).sum(),
        all.of(found.stream().mapToLong(ErrorCost::workNanos).toArray()).sum(),
        all.of(found.stream().mapToLong(ErrorCost::erringWorkNanos).toArray()).sum(),
        all.of(found.stream().mapToLong(ErrorCost::savedNanos).toArray()).sum(),
        path.inOrder());
  }
}
