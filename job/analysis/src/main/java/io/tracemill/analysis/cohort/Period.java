package io.tracemill.analysis.cohort;

import java.io.Serializable;
import java.time.Instant;

/**
 * A stretch of event time, half-open.
 *
 * @param startMillis milliseconds since the epoch
 * @param endMillis milliseconds since the epoch, exclusive; later than the start
 */
public record Period(long startMillis, long endMillis) implements Serializable {
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

  /** {@code 2026-11-23T14:00:00Z/2026-11-23T14:10:00Z}. */
  public String text() {
    return Instant.ofEpochMilli(startMillis) + "/" + Instant.ofEpochMilli(endMillis);
  }
}
