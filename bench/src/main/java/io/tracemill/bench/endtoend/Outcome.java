package io.tracemill.bench.endtoend;

/** What came of a {@link Point}. */
sealed interface Outcome {
  Point point();

  /** It was measured, and its accounts add up. */
  record Measured(Point point, Figures figures) implements Outcome {}

  /** It was not; {@code reason} is one line. */
  record Failed(Point point, String reason) implements Outcome {}
}
