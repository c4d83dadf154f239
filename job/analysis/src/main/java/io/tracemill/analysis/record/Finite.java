package io.tracemill.analysis.record;

import java.util.OptionalDouble;

/** Numbers that records can hold: JSON has no NaN and no infinity. */
public final class Finite {
  private Finite() {}

  /** The number; empty if it is not finite. */
  public static OptionalDouble of(double number) {
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }
}
