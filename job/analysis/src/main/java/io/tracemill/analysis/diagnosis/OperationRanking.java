package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.EndpointLayers.Cost;
import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.layer.OperationTimes;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Layers 1 and 2: operations over all requests, and the endpoints in which each costs most. */
final class OperationRanking {
  private final List<EndpointLayers> endpoints;
  private final DiagnosisRules rules;
  private final Ranking ranking;

  /** An operation in one endpoint. */
  private record Share(EndpointLayers endpoint, Cost cost) {}

  OperationRanking(List<EndpointLayers> endpoints, Ranking ranking, DiagnosisRules rules) {
    this.endpoints =
        endpoints.stream().sorted(Comparator.comparing(EndpointLayers::endpoint)).toList();
    this.ranking = ranking;
    this.rules = rules;
  }

  /** The findings of layer 1, with those of the layers below. */
  List<Finding> ranked() {
    NavigableMap<Frame, List<Share>> operations = new TreeMap<>();
    for (EndpointLayers endpoint : endpoints) {
      for (Cost cost : endpoint.costs()) {
        operations
            .computeIfAbsent(cost.operation(), added -> new ArrayList<>())
            .add(new Share(endpoint, cost));
      }
    }
    return highest(operations.values().stream()).map(this::operation).toList();
  }

  /** Operations with equal scores stay in the order of their names. */
  private Stream<List<Share>> highest(Stream<List<Share>> found) {
    return found
        .filter(shares -> score(shares) > 0)
        .sorted(Comparator.comparingLong(this::score).reversed())
        .limit(rules.top());
  }

  private long score(List<Share> shares) {
    return shares.stream().mapToLong(share -> share.cost.nanos(ranking)).sum();
  }

  private Finding operation(List<Share> shares) {
    List<Finding> below =
        highest(shares.stream().map(List::of)).map(share -> endpoint(share.get(0))).toList();
    return finding(1, shares, endpoints, Optional.empty(), 0, below);
  }

  private Finding endpoint(Share share) {
    EndpointLayers endpoint = share.endpoint;
    return finding(
        2,
        List.of(share),
        List.of(endpoint),
        Optional.of(endpoint.endpoint()),
        endpoint.unnamed(),
        endpoint.findings(share.cost.operation(), ranking));
  }

  /**
   * A finding. A type of slow requests can be the whole tail of all requests, so layer 1 asks the
   * endpoint in which the operation costs most whether it is a tail issue.
   *
   * @param shares the costs of its operation in each endpoint
   * @param all the endpoints whose requests it covers
   */
  private Finding finding(
      int layer,
      List<Share> shares,
      List<EndpointLayers> all,
      Optional<Frame> endpoint,
      double unnamed,
      List<Finding> below) {
    Tail split = split(all);
    Times self = Times.ofOperation(split, strata -> times(shares, strata).selfTimes());
    return new Finding(
        layer,
        Kind.OPERATION_SELF,
        shares.get(0).cost.operation(),
        endpoint,
        Optional.empty(),
        self,
        Times.ofOperation(split, strata -> times(shares, strata).durations()),
        layer == 1 ? below.get(0).tail() : isTailIssue(self),
        (double) score(shares),
        Finding.share(
            shares.stream().mapToLong(share -> share.cost.criticalNanos()).sum(),
            all.stream().mapToLong(EndpointLayers::durationNanos).sum()),
        Finding.share(split.requests(), split(endpoints).requests()),
        unnamed,
        Optional.empty(),
        below);
  }

  private boolean isTailIssue(Times self) {
    return rules.isTailIssue(
        self.normal().meanNanos(), self.tail().count(), self.tail().meanNanos());
  }

  private Tail split(List<EndpointLayers> all) {
    NavigableMap<Integer, Long> requests = new TreeMap<>();
    for (EndpointLayers endpoint : all) {
      endpoint.requests().forEach((stratum, count) -> requests.merge(stratum, count, Long::sum));
    }
    return Tail.of(requests, rules.tailShare());
  }

  private static OperationTimes times(List<Share> shares, List<Integer> strata) {
    OperationTimes sum = new OperationTimes();
    for (Share share : shares) {
      sum.merge(share.endpoint.times().times(share.cost.operation(), strata));
    }
    return sum;
  }
}
