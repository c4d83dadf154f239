package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.EndpointLayers.Cost;
import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.layer.OperationTimes;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Layers 1 and 2: operations over all requests, and the endpoints in which each costs most. */
final class OperationRanking {
  private final DiagnosisRules rules;
  private final NavigableMap<Frame, List<Share>> operations = new TreeMap<>();
  private final NavigableMap<Integer, Long> requests = new TreeMap<>();
  private long durationNanos;

  /** An operation in one endpoint. */
  private record Share(EndpointLayers endpoint, Cost cost) {
    OperationTimes times(List<Integer> strata) {
      return endpoint.times().times(cost.operation(), strata);
    }
  }

  OperationRanking(List<EndpointLayers> endpoints, DiagnosisRules rules) {
    this.rules = rules;
    for (EndpointLayers endpoint : endpoints) {
      endpoint.requests().forEach((stratum, count) -> requests.merge(stratum, count, Long::sum));
      durationNanos += endpoint.durationNanos();
      for (Cost cost : endpoint.costs()) {
        operations
            .computeIfAbsent(cost.operation(), added -> new ArrayList<>())
            .add(new Share(endpoint, cost));
      }
    }
  }

  long requests() {
    return requests.values().stream().mapToLong(count -> count).sum();
  }

  /** The findings of layer 1, with those of the layers below. */
  List<Finding> ranked(Ranking ranking) {
    return operations.entrySet().stream()
        .filter(entry -> nanos(entry.getValue(), ranking) > 0)
        .sorted(
            Comparator.<Entry<Frame, List<Share>>>comparingLong(
                    entry -> nanos(entry.getValue(), ranking))
                .reversed()
                .thenComparing(Entry.comparingByKey()))
        .limit(rules.top())
        .map(entry -> operation(entry.getKey(), entry.getValue(), ranking))
        .toList();
  }

  private static long nanos(List<Share> shares, Ranking ranking) {
    return shares.stream().mapToLong(share -> share.cost().nanos(ranking)).sum();
  }

  private Finding operation(Frame operation, List<Share> shares, Ranking ranking) {
    return finding(
        1,
        operation,
        Optional.empty(),
        requests,
        strata -> sum(shares, strata),
        nanos(shares, ranking),
        Finding.share(nanos(shares, Ranking.CRITICAL_PATH), durationNanos),
        1,
        0,
        shares.stream()
            .filter(share -> share.cost().nanos(ranking) > 0)
            .sorted(
                Comparator.<Share>comparingLong(share -> share.cost().nanos(ranking))
                    .reversed()
                    .thenComparing(share -> share.endpoint().endpoint()))
            .limit(rules.top())
            .map(share -> endpoint(share, ranking))
            .toList());
  }

  private static OperationTimes sum(List<Share> shares, List<Integer> strata) {
    OperationTimes sum = new OperationTimes();
    shares.forEach(share -> sum.merge(share.times(strata)));
    return sum;
  }

  private Finding endpoint(Share share, Ranking ranking) {
    EndpointLayers endpoint = share.endpoint();
    Cost cost = share.cost();
    return finding(
        2,
        cost.operation(),
        Optional.of(endpoint.endpoint()),
        endpoint.requests(),
        share::times,
        cost.nanos(ranking),
        Finding.share(cost.criticalNanos(), endpoint.durationNanos()),
        Finding.share(endpoint.requestCount(), requests()),
        endpoint.unnamed(),
        endpoint.findings(cost.operation(), ranking));
  }

  private Finding finding(
      int layer,
      Frame operation,
      Optional<Frame> endpoint,
      NavigableMap<Integer, Long> requestsByStratum,
      Function<List<Integer>, OperationTimes> times,
      long score,
      double explained,
      double coverage,
      double unnamed,
      List<Finding> below) {
    Tail split = Tail.of(requestsByStratum, rules.tailShare());
    Times self = Times.ofOperation(split, strata -> times.apply(strata).selfTimes());
    return new Finding(
        layer,
        Kind.OPERATION_SELF,
        operation,
        endpoint,
        Optional.empty(),
        self,
        Times.ofOperation(split, strata -> times.apply(strata).durations()),
        self.isTailIssue(rules.tailRatio()),
        (double) score,
        explained,
        coverage,
        unnamed,
        Optional.empty(),
        below);
  }
}
