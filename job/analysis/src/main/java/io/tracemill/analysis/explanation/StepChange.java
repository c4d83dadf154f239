package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.PathStep;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A call path of a mutation whose own time on the critical path changed (semantics 8.5).
 *
 * @param callPath from its first step down
 * @param beforeNanos its exact mean own time a request before
 * @param afterNanos the same after
 * @param pValue of a rank test of sampled requests; empty with fewer than 20 on a side
 */
public record StepChange(
    List<PathStep> callPath, long beforeNanos, long afterNanos, OptionalDouble pValue) {
  public StepChange {
    callPath = List.copyOf(callPath);
  }

  /** The added own time a request; negative if time was saved. */
  public long nanos() {
    return afterNanos - beforeNanos;
  }
}
