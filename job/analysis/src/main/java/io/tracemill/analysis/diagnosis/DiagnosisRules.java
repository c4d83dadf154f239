package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;

/**
 * How findings are chosen.
 *
 * @param top how many findings a layer names below each finding of the layer above
 * @param tailShare the share of requests in the tail: of all requests in layer 1, of the endpoint's
 *     in the layers below
 * @param tailRatio how many times longer the tail's mean must be to be called a tail issue
 * @param overlapToleranceNanos how far siblings on the critical path may overlap (semantics 5)
 * @param ignored operations that are known: others come up in their place
 */
public record DiagnosisRules(
    int top,
    double tailShare,
    double tailRatio,
    long overlapToleranceNanos,
    List<EndpointPattern> ignored)
    implements Serializable {
  private static final int LEAST_TAIL = 5;

  public DiagnosisRules {
    ignored = List.copyOf(ignored);
    if (top < 1 || !(tailShare > 0 && tailShare < 1) || !(tailRatio > 0)) {
      throw new IllegalArgumentException(
          "top %d, tail share %s, tail ratio %s".formatted(top, tailShare, tailRatio));
    }
  }

  /** The papers' rules: three findings a layer, the slowest tenth, four times as long, 1 ms. */
  public static DiagnosisRules standard() {
    return new DiagnosisRules(3, 0.1, 4, 1_000_000, List.of());
  }

  /**
   * Whether the tail's mean is so many times that of normal requests; also if only slow requests
   * have it. Fewer than {@link #LEAST_TAIL} durations are no issue.
   */
  boolean isTailIssue(double normalMeanNanos, long tailCount, double tailMeanNanos) {
    return tailCount >= LEAST_TAIL && tailMeanNanos > tailRatio * normalMeanNanos;
  }

  boolean ignores(Frame operation) {
    return ignored.stream().anyMatch(pattern -> pattern.matches(operation));
  }
}
