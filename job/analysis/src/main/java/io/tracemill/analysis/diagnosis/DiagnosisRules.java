package io.tracemill.analysis.diagnosis;

import io.tracemill.analysis.span.Frame;
import java.io.Serializable;
import java.util.Set;

/**
 * How findings are chosen.
 *
 * @param top how many findings a layer names below each finding of the layer above
 * @param tailShare the share of the slowest requests of each group that are its tail
 * @param tailRatio how many times longer the tail's mean must be to be called a tail issue
 * @param ignored operations that are known: others come up in their place
 */
public record DiagnosisRules(int top, double tailShare, double tailRatio, Set<Frame> ignored)
    implements Serializable {
  public DiagnosisRules {
    ignored = Set.copyOf(ignored);
    if (top < 1 || !(tailShare > 0 && tailShare < 1) || !(tailRatio > 0)) {
      throw new IllegalArgumentException(
          "top %d, tail share %s, tail ratio %s".formatted(top, tailShare, tailRatio));
    }
  }

  /** The paper's rules: three findings a layer, the slowest tenth, four times as long. */
  public static DiagnosisRules standard() {
    return new DiagnosisRules(3, 0.1, 4, Set.of());
  }
}
