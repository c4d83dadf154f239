package io.tracemill.analysis.cohort;

/**
 * A stretch of event time, half-open.
 *
 * @param startMillis milliseconds since the epoch
 * @param endMillis milliseconds since the epoch, exclusive; later than the start
 */
public record Period(long startMillis, long endMillis) {
  public Period {
    if (endMillis <= startMillis) {
      throw new IllegalArgumentException("no time from " + startMillis + " to " + endMillis);
    }
  }
}
