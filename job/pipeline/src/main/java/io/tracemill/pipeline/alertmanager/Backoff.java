package io.tracemill.pipeline.alertmanager;

/** How long to leave somebody alone who does not answer: twice as long each time, up to a limit. */
final class Backoff {
  static final long FIRST_MILLIS = 1_000;
  static final long LONGEST_MILLIS = 30_000;

  private long pauseMillis;

  /** The pause after another failure. */
  long failed() {
    pauseMillis = Math.min(LONGEST_MILLIS, Math.max(FIRST_MILLIS, 2 * pauseMillis));
    return pauseMillis;
  }

  /** Whether the last attempt failed. */
  boolean failing() {
    return pauseMillis > 0;
  }

  void succeeded() {
    pauseMillis = 0;
  }
}
