package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;

/**
 * The time of one partition, which does not follow a few records into the future (semantics 2).
 *
 * <p>A record that claims to be more than {@code maxJumpMillis} ahead of the current time, the
 * highest that was believed, counts at the current time. The last of {@value #AGREEING} such
 * records in a row, each within {@code maxJumpMillis} of the one before, is believed: then there
 * really was a gap. The first record and every record that is behind are believed.
 *
 * <pre>
 *   claimed   10:00  10:01  2087  10:02  13:00 ... 13:01 (20 in a row)
 *   believed  10:00  10:01 10:01  10:02  10:02 ... 13:01
 * </pre>
 */
final class PartitionClock implements Serializable {
  /** A jump is believed when so many records in a row agree on it. */
  static final int AGREEING = 20;

  /** The end of the year 9999: no clock shows a later time, and no sum with it overflows. */
  static final long LATEST_MILLIS = 253_402_300_799_999L;

  private static final long serialVersionUID = 1;

  private final long maxJumpMillis;

  /** Highest believed time; negative before the first. */
  private long currentMillis = -1;

  private int jumps;
  private long lastJumpMillis;

  /**
   * A clock that has seen nothing.
   *
   * @param maxJumpMillis how far a record may be ahead, {@code time.max-jump}
   */
  PartitionClock(long maxJumpMillis) {
    this.maxJumpMillis = maxJumpMillis;
  }

  /**
   * The event time of the next record.
   *
   * @param claimedMillis what it says, milliseconds since the epoch; negative if it says nothing;
   *     that, and what no clock can show, counts at the current time
   * @return {@code claimedMillis}, or the current time (0 before the first)
   */
  long believe(long claimedMillis) {
    if (claimedMillis < 0 || claimedMillis > LATEST_MILLIS) {
      return Math.max(currentMillis, 0);
    }
    if (currentMillis < 0 || claimedMillis - currentMillis <= maxJumpMillis) {
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
