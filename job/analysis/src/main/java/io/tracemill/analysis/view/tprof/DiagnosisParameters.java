package io.tracemill.analysis.view.tprof;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.List;

/**
 * How requests are diagnosed.
 *
 * @param replay the rules that the requests were analysed with
 * @param types how requests divide into types
 * @param top how many findings a layer names below each finding of the layer above
 * @param tailShare the share of requests in the tail: of all requests in layer 1, of the type's in
 *     the layers below
 * @param tailRatio how many times longer the tail's mean must be to be called a tail issue
 * @param ignored operations that are known: others come up in their place
 */
public record DiagnosisParameters(
    ReplayRules replay,
    RequestTypes types,
    int top,
    double tailShare,
    double tailRatio,
    List<EndpointPattern> ignored)
    implements Serializable {
  private static final long serialVersionUID = 1;

  private static final int LEAST_TAIL = 5;

  public DiagnosisParameters {
    requireNonNull(replay, "replay");
    requireNonNull(types, "types");
    ignored = List.copyOf(ignored);
    if (top < 1 || !(tailShare > 0 && tailShare < 1) || !(tailRatio > 0)) {
      throw new IllegalArgumentException(
          "top %d, tail share %s, tail ratio %s".formatted(top, tailShare, tailRatio));
    }
  }

  /** The paper's parameters: three findings a layer, the slowest tenth, four times as long. */
  public static DiagnosisParameters standard(ReplayRules replay) {
    return new DiagnosisParameters(replay, RequestTypes.endpoints(), 3, 0.1, 4, List.of());
  }

  /**
   * Whether the tail's mean is so many times that of normal requests; also if only slow requests
   * have it. Fewer than {@link #LEAST_TAIL} durations are no issue.
   */
  boolean isTailIssue(Times times) {
    return times.tail().kept() >= LEAST_TAIL
        && times.tail().mean().value() > tailRatio * times.normal().mean().value();
  }

  boolean ignores(Frame operation) {
    return ignored.stream().anyMatch(pattern -> pattern.matches(operation));
  }
}
