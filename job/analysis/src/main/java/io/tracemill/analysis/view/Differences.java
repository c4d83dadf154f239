package io.tracemill.analysis.view;

import io.tracemill.analysis.difference.ComparedRequest;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.difference.DifferenceFinder;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Rules that tell the slow requests of one set from those of another (semantics 8.5): attributes,
 * numbers, the share of time in which calls overlap, and the order of calls.
 *
 * @param rules the most accurate first
 */
public record Differences(Basis before, Basis after, List<Difference> rules) {
  public Differences {
    rules = List.copyOf(rules);
  }

  /**
   * Compares two sets of requests.
   *
   * @param excluded keys of features, or service, dot and key
   */
  public static Differences of(
      Iterable<KeptRequest> before,
      Iterable<KeptRequest> after,
      ReplayRules replayRules,
      Set<String> excluded) {
    Side then = Side.of(before, replayRules);
    Side now = Side.of(after, replayRules);
    return new Differences(
        then.basis(), now.basis(), DifferenceFinder.find(then.rows(), now.rows(), excluded));
  }

  private record Side(Basis basis, List<ComparedRequest> rows) {
    static Side of(Iterable<KeptRequest> requests, ReplayRules rules) {
      RequestWeights.Builder weights = new RequestWeights.Builder();
      List<ComparedRequest> rows = new ArrayList<>();
      CallFeatures features = new CallFeatures(new RequestReplay(rules));
      for (KeptRequest request : requests) {
        if (RequestWeights.Builder.counts(request)) {
          weights.add(request);
          rows.add(features.row(request));
        }
      }
      return new Side(weights.build().basis(), rows);
    }
  }
}
