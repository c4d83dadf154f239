package io.tracemill.analysis.sample;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.signature.Fold;
import java.io.Serializable;

/**
 * The rules that kept requests were analysed with; a replay with the same rules computes the same.
 *
 * @param maxShiftNanos the largest correction of clock skew
 * @param overlapToleranceNanos the longest overlap of siblings that count as sequential
 * @param fold how categories group repeated calls
 */
public record ReplayRules(long maxShiftNanos, long overlapToleranceNanos, Fold fold)
    implements Serializable {
  private static final long serialVersionUID = 1;

  public ReplayRules {
    requireNonNull(fold, "fold");
  }
}
