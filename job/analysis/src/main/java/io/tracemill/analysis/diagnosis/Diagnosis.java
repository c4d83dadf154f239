package io.tracemill.analysis.diagnosis;

import java.util.List;

/**
 * The costliest places of all requests, by both rankings (tprof section 3.7). Layer 1 ranks
 * operations, layer 2 the endpoints in which each costs most, layers 3 and 4 the parts of its
 * spans.
 *
 * @param requests the number of requests
 * @param bySelfTime findings of layer 1, with those of the layers below
 * @param byCriticalPath the same findings by the other ranking
 */
public record Diagnosis(long requests, List<Finding> bySelfTime, List<Finding> byCriticalPath) {
  public Diagnosis {
    bySelfTime = List.copyOf(bySelfTime);
    byCriticalPath = List.copyOf(byCriticalPath);
  }

  /** Diagnoses these endpoints, which must all follow the same rules. */
  public static Diagnosis of(List<EndpointLayers> endpoints, DiagnosisRules rules) {
    return new Diagnosis(
        endpoints.stream().mapToLong(EndpointLayers::requestCount).sum(),
        new OperationRanking(endpoints, Ranking.SELF_TIME, rules).ranked(),
        new OperationRanking(endpoints, Ranking.CRITICAL_PATH, rules).ranked());
  }

  /** The findings of layer 1 by this ranking. */
  public List<Finding> by(Ranking ranking) {
    return ranking == Ranking.SELF_TIME ? bySelfTime : byCriticalPath;
  }
}
