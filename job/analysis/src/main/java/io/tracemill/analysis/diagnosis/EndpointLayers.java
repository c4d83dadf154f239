package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.layer.OperationSums;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the diagnosis needs from each endpoint: the times of its operations, and the findings of
 * layers 3 and 4 for the costliest operations. Requests that are part of other requests are left
 * out, because their spans would count twice.
 *
 * @param requests the number of requests in each stratum of latency
 * @param durationNanos the sum of the durations of all requests
 * @param unnamed share of the requests that no group of layer 3 has
 * @param times the times of all operations; must not be changed
 * @param costs the costs of the operations that are not ignored
 * @param bySelfTime findings of layer 3, with those of layer 4, for the costliest operations
 * @param byCriticalPath the same findings by the other ranking
 */
public record EndpointLayers(
    Frame endpoint,
    NavigableMap<Integer, Long> requests,
    long durationNanos,
    double unnamed,
    OperationSums times,
    List<Cost> costs,
    List<Finding> bySelfTime,
    List<Finding> byCriticalPath) {
  /** How many operations have findings in layers 3 and 4, in each ranking. */
  private static final int DETAILED = 10;

  /**
   * The cost of an operation in all requests.
   *
   * @param selfNanos the time in which its spans worked
   * @param criticalNanos the time in which requests waited for that work, from the named groups of
   *     layer 4; 0 for {@link OperationSums#OTHER}
   */
  public record Cost(Frame operation, long selfNanos, long criticalNanos) {
    long nanos(Ranking ranking) {
      return ranking == Ranking.SELF_TIME ? selfNanos : criticalNanos;
    }
  }

  public EndpointLayers {
    requests = Collections.unmodifiableNavigableMap(new TreeMap<>(requests));
    costs = List.copyOf(costs);
    bySelfTime = List.copyOf(bySelfTime);
    byCriticalPath = List.copyOf(byCriticalPath);
  }

  /** Extracts what the diagnosis needs from an endpoint's sums; does not change the sums. */
  public static EndpointLayers of(Frame endpoint, LayerSums sums, DiagnosisRules rules) {
    SpanParts parts = new SpanParts(endpoint, sums, rules);
    List<Cost> costs =
        sums.operations().names().stream()
            .filter(operation -> !rules.ignores(operation))
            .map(parts::cost)
            .toList();
    long requests = count(sums.requestsByStratum());
    return new EndpointLayers(
        endpoint,
        sums.requestsByStratum(),
        sums.durationNanos(sums.requestsByStratum().keySet()),
        Finding.share(sums.unnamed(), requests),
        sums.operations(),
        costs,
        findings(parts, costs, Ranking.SELF_TIME, rules),
        findings(parts, costs, Ranking.CRITICAL_PATH, rules));
  }

  private static List<Finding> findings(
      SpanParts parts, List<Cost> costs, Ranking ranking, DiagnosisRules rules) {
    return costs.stream()
        .filter(cost -> !cost.operation().equals(OperationSums.OTHER))
        .sorted(Comparator.<Cost>comparingLong(cost -> cost.nanos(ranking)).reversed())
        .limit(Math.max(DETAILED, rules.top()))
        .flatMap(cost -> parts.ranked(cost.operation(), ranking).stream())
        .toList();
  }

  /** The number of requests. */
  long requestCount() {
    return count(requests);
  }

  private static long count(NavigableMap<Integer, Long> requests) {
    return requests.values().stream().mapToLong(count -> count).sum();
  }

  /** The findings of layer 3 for an operation. */
  List<Finding> findings(Frame operation, Ranking ranking) {
    return (ranking == Ranking.SELF_TIME ? bySelfTime : byCriticalPath)
        .stream().filter(finding -> finding.operation().equals(operation)).toList();
  }
}
