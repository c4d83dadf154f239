package io.tracemill.analysis.cohort;

import java.io.Serializable;

/**
 * A stretch of event time, half-open.
 *
 * @param startMillis milliseconds since the epoch
 * @param endMillis milliseconds since the epoch, exclusive; later than the start
 */
public record Period(long startMillis, long endMillis) implements Serializable {
  private static final long serialVersionUID = 1;

  public Period {
    if (endMillis <= startMillis) {
      throw new IllegalArgumentException("no time from " + startMillis + " to " + endMillis);
    }
  }

  /** Whether a moment is in it. */
  public boolean contains(long millis) {
    return startMillis <= millis && millis < endMillis;
  }

  /** Whether some moment is in both. */
  public boolean overlaps(Period other) {
    return startMillis < other.endMillis && other.startMillis < endMillis;
  }

  public long lengthMillis() {
    return endMillis - startMillis;
  }
}
