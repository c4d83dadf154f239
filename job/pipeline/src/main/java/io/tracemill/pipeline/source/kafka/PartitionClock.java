package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;

/**
 * The event time of one partition. It does not follow a few records into the future (semantics 2).
 *
 * <p>The current time is the highest believed time. A record more than {@code maxJumpMillis} ahead
 * of it counts at the current time. After {@value #AGREEING} such records in a row, each within
 * {@code maxJumpMillis} of the one before, the last one is believed: the gap is real. The first
 * record and all records behind the current time are believed. A first record more than {@code
 * maxJumpMillis} ahead of the next one loses its effect: the next one sets the current time.
 *
 * <pre>
 *   claimed   10:00  10:01  2087  10:02  13:00 ... 13:01 (20 in a row)
 *   believed  10:00  10:01 10:01  10:02  10:02 ... 13:01
 * </pre>
 */
final class PartitionClock implements Serializable {
  /** A jump is believed when this many records in a row agree on it. */
  static final int AGREEING = 20;

  /** The end of the year 9999: no clock shows a later time, and no sum with it overflows. */
  static final long LATEST_MILLIS = 253_402_300_799_999L;

  private static final long serialVersionUID = 1;

  private final long maxJumpMillis;

  /** Highest believed time; negative before the first. */
  private long currentMillis = -1;

  /** Whether a second record confirmed the current time. */
  private boolean confirmed;

  private int jumps;
  private long lastJumpMillis;

  /**
   * A clock without records.
   *
   * @param maxJumpMillis how far ahead a record may be, {@code time.max-jump}
   */
  PartitionClock(long maxJumpMillis) {
    this.maxJumpMillis = maxJumpMillis;
  }

  /**
   * The event time of the next record.
   *
   * @param claimedMillis its own timestamp, milliseconds since the epoch; a negative or impossible
   *     one counts at the current time
   * @return {@code claimedMillis}, or the current time (0 before the first)
   */
  long believe(long claimedMillis) {
    if (claimedMillis < 0 || claimedMillis > LATEST_MILLIS) {
      return Math.max(currentMillis, 0);
    }
    if (currentMillis < 0 || (!confirmed && currentMillis - claimedMillis > maxJumpMillis)) {
      currentMillis = claimedMillis;
      return claimedMillis;
    }
    if (claimedMillis - currentMillis <= maxJumpMillis) {
      confirmed = true;
      jumps = 0;
      currentMillis = Math.max(currentMillis, claimedMillis);
      return claimedMillis;
    }
    boolean agrees = Math.abs(claimedMillis - lastJumpMillis) <= maxJumpMillis;
    jumps = agrees ? jumps + 1 : 1;
    lastJumpMillis = claimedMillis;
    if (jumps < AGREEING) {
      return currentMillis;
    }
    jumps = 0;
    currentMillis = claimedMillis;
    return claimedMillis;
  }
}
