package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.Moments;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Ranks operations over all requests (layer 1), then the endpoints in which each costs most (layer
 * 2), then the parts of its spans (layers 3 and 4): tprof section 3.7.
 */
public final class Diagnosis {
  /** Equal scores come in an order that does not depend on arrival. */
  static final Comparator<Finding> HIGHEST_FIRST =
      Comparator.comparingDouble(Finding::score)
          .reversed()
          .thenComparing(Finding::operation)
          .thenComparing(finding -> finding.part().map(Finding.Part::toString).orElse(""));

  private final List<EndpointLayers> endpoints;
  private final DiagnosisRules rules;

  private Diagnosis(List<EndpointLayers> endpoints, DiagnosisRules rules) {
    this.endpoints = endpoints;
    this.rules = rules;
  }

  /** The findings of layer 1, with those of the layers below. */
  public static List<Finding> of(List<EndpointLayers> endpoints, DiagnosisRules rules) {
    return new Diagnosis(List.copyOf(endpoints), rules).operations();
  }

  private List<Finding> operations() {
    NavigableMap<Integer, Long> requests = new TreeMap<>();
    Set<Frame> names = new TreeSet<>();
    for (EndpointLayers endpoint : endpoints) {
      LayerSums sums = endpoint.sums();
      sums.requestsByStratum()
          .forEach((stratum, count) -> requests.merge(stratum, count, Long::sum));
      names.addAll(sums.operations().names());
    }
    names.removeAll(rules.ignored());
    Tail split = Tail.of(requests, rules.tailShare());
    return names.stream()
        .map(operation -> operation(operation, split))
        .sorted(HIGHEST_FIRST)
        .limit(rules.top())
        .map(this::withEndpoints)
        .toList();
  }

  private Finding operation(Frame operation, Tail split) {
    Times times =
        Times.of(
            split,
            strata ->
                endpoints.stream()
                    .map(endpoint -> endpoint.sums().operations().selfTimes(operation, strata))
                    .reduce(Moments.NONE, Moments::plus));
    return finding(1, operation, Optional.empty(), times, 1);
  }

  private Finding finding(
      int layer, Frame operation, Optional<Frame> endpoint, Times times, double coverage) {
    return new Finding(
        layer,
        Kind.OPERATION_SELF,
        operation,
        endpoint,
        Optional.empty(),
        times,
        times.isTailIssue(rules.tailRatio()),
        times.all().sumNanos(),
        coverage,
        List.of());
  }

  private Finding withEndpoints(Finding operation) {
    long all = endpoints.stream().mapToLong(endpoint -> requests(endpoint.sums())).sum();
    return operation.withBelow(
        endpoints.stream()
            .map(endpoint -> endpoint(endpoint, operation.operation(), all))
            .filter(found -> found.times().all().count() > 0)
            .sorted(HIGHEST_FIRST)
            .limit(rules.top())
            .map(this::withParts)
            .toList());
  }

  private Finding endpoint(EndpointLayers endpoint, Frame operation, long allRequests) {
    LayerSums sums = endpoint.sums();
    Times times = Times.of(split(sums), strata -> sums.operations().selfTimes(operation, strata));
    double coverage = (double) requests(sums) / allRequests;
    return finding(2, operation, Optional.of(endpoint.endpoint()), times, coverage);
  }

  private Finding withParts(Finding finding) {
    LayerSums sums =
        endpoints.stream()
            .filter(endpoint -> finding.endpoint().equals(Optional.of(endpoint.endpoint())))
            .findFirst()
            .orElseThrow()
            .sums();
    return finding.withBelow(new SpanParts(sums, finding, split(sums), rules).ranked());
  }

  private Tail split(LayerSums sums) {
    return Tail.of(sums.requestsByStratum(), rules.tailShare());
  }

  static long requests(LayerSums sums) {
    return sums.requestsByStratum().values().stream().mapToLong(count -> count).sum();
  }
}
