package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import java.util.List;

/**
 * The costliest places of all requests, by both rankings (tprof section 3.7). Layer 1 ranks
 * operations, layer 2 the types of requests in which each costs most, layers 3 and 4 the parts of
 * its spans.
 *
 * @param requests the number of requests, estimated by the weights of kept requests
 * @param kept how many of them were kept
 * @param exact whether every request was kept, so that all figures are exact
 * @param byCriticalPath findings of layer 1, with those of the layers below
 * @param bySelfTime the same findings by the other ranking
 */
public record Diagnosis(
    long requests,
    long kept,
    boolean exact,
    List<Finding> byCriticalPath,
    List<Finding> bySelfTime) {
  public Diagnosis {
    byCriticalPath = List.copyOf(byCriticalPath);
    bySelfTime = List.copyOf(bySelfTime);
  }

  /** Diagnoses requests. */
  public static Diagnosis of(Iterable<KeptRequest> kept, DiagnosisParameters parameters) {
    Layers layers = Layers.of(kept, parameters);
    OperationRanking operations = new OperationRanking(layers, parameters);
    return new Diagnosis(
        Math.round(layers.requests().weight(layers.all())),
        layers.requests().size(),
        layers.requests().weights().exact(),
        operations.ranked(Ranking.CRITICAL_PATH),
        operations.ranked(Ranking.SELF_TIME));
  }

  /** The findings of layer 1 by this ranking. */
  public List<Finding> by(Ranking ranking) {
    return ranking == Ranking.SELF_TIME ? bySelfTime : byCriticalPath;
  }
}
