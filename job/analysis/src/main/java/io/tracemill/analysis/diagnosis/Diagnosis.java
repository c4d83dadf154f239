package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.diagnosis.Finding.Kind;
import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.Moments;
import io.tracemill.analysis.layer.OperationTimes;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
  static final Comparator<Finding> HIGHEST_FIRST =
      Comparator.comparingDouble(Finding::score).reversed();

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
      names.addAll(sums.operations().times(sums.requestsByStratum().keySet()).keySet());
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
                    .map(endpoint -> self(endpoint.sums(), operation, strata))
                    .reduce(Moments.NONE, Moments::plus));
    return finding(1, operation, Optional.empty(), times, 1);
  }

  private static Moments self(LayerSums sums, Frame operation, Collection<Integer> strata) {
    Map<Frame, OperationTimes> times = sums.operations().times(strata);
    return Optional.ofNullable(times.get(operation))
        .map(found -> found.selfTimes().moments())
        .orElse(Moments.NONE);
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
    List<Finding> found = new ArrayList<>();
    for (EndpointLayers endpoint : endpoints) {
      LayerSums sums = endpoint.sums();
      Tail split = Tail.of(sums.requestsByStratum(), rules.tailShare());
      Times times = Times.of(split, strata -> self(sums, operation.operation(), strata));
      if (times.all().count() > 0) {
        double coverage = (double) requests(sums) / all;
        Finding finding =
            finding(2, operation.operation(), Optional.of(endpoint.endpoint()), times, coverage);
        found.add(below(finding, new SpanParts(endpoint, finding, rules).ranked()));
      }
    }
    return below(operation, found.stream().sorted(HIGHEST_FIRST).limit(rules.top()).toList());
  }

  static Finding below(Finding finding, List<Finding> below) {
    return new Finding(
        finding.layer(),
        finding.kind(),
        finding.operation(),
        finding.endpoint(),
        finding.part(),
        finding.times(),
        finding.tail(),
        finding.score(),
        finding.coverage(),
        below);
  }

  static long requests(LayerSums sums) {
    return sums.requestsByStratum().values().stream().mapToLong(count -> count).sum();
  }
}
