package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.PartitionTime;
import java.io.Serializable;

/**
 * The time of one partition, which does not follow a few records into the future (semantics 2).
 *
 * <p>The current time is the highest that was believed. A record that claims to be more than {@code
 * maxJumpMillis} ahead of it counts at the current time, until such records outnumber the others by
 * {@value #AGREEING} and lie within {@code maxJumpMillis} of one another: then there really was a
 * gap, and the last of them is believed. Every record that is behind is believed.
 *
 * <pre>
 *   claimed   10:00  10:01  2087  10:02  13:00 ... 13:01 (20 more than others)
 *   believed  10:00  10:01 10:01  10:02  10:02 ... 13:01
 * </pre>
 *
 * <p>The first record has nothing to be compared with. It is believed, but sets the time only until
 * a record comes that is more than {@code maxJumpMillis} behind it. The time is settled once a
 * second record is near it.
 */
public final class PartitionClock implements PartitionTime, Serializable {
  /** A jump is believed when so many more records agree on it than contradict it. */
  static final int AGREEING = 20;

  /** The end of the year 9999: no clock shows a later time, and no sum with it overflows. */
  static final long LATEST_MILLIS = 253_402_300_799_999L;

  private static final long serialVersionUID = 1;

  private final long maxJumpMillis;

  /** Highest believed time; negative before the first. */
  private long currentMillis = -1;

  private boolean settled;
  private boolean jumped;

  // Jumps that agree so far, less the records that contradict them (Boyer and Moore's vote).
  private int jumps;
  private long jumpMinMillis;
  private long jumpMaxMillis;

  /**
   * A clock that has seen nothing.
   *
   * @param maxJumpMillis how far a record may be ahead, {@code time.max-jump}
   */
  public PartitionClock(long maxJumpMillis) {
    if (maxJumpMillis < 0) {
      throw new IllegalArgumentException("max-jump: %d ms is negative".formatted(maxJumpMillis));
    }
    this.maxJumpMillis = maxJumpMillis;
  }

  /**
   * The event time of the next record.
   *
   * @param claimedMillis what it says, milliseconds since the epoch; negative if it says nothing;
   *     that, and what no clock can show, counts at the current time
   * @return {@code claimedMillis}, or the current time (0 before the first)
   */
  public long believe(long claimedMillis) {
    jumped = claimedMillis > LATEST_MILLIS;
    if (claimedMillis < 0 || jumped) {
      return Math.max(currentMillis, 0);
    }
    if (currentMillis < 0) {
      currentMillis = claimedMillis;
      return claimedMillis;
    }
    if (claimedMillis - currentMillis > maxJumpMillis) {
      countJump(claimedMillis);
      jumped = jumps < AGREEING;
      if (jumped) {
        return currentMillis;
      }
      jumps = 0;
      settled = true;
      currentMillis = claimedMillis;
      return claimedMillis;
    }
    jumps = Math.max(0, jumps - 1);
    if (!settled && currentMillis - claimedMillis > maxJumpMillis) {
      currentMillis = claimedMillis;
    } else {
      settled = true;
      currentMillis = Math.max(currentMillis, claimedMillis);
    }
    return claimedMillis;
  }

  private void countJump(long claimedMillis) {
    long min = Math.min(jumpMinMillis, claimedMillis);
    long max = Math.max(jumpMaxMillis, claimedMillis);
    if (jumps > 0 && max - min <= maxJumpMillis) {
      jumps++;
      jumpMinMillis = min;
      jumpMaxMillis = max;
    } else if (jumps > 1) {
      jumps--;
    } else {
      jumps = 1;
      jumpMinMillis = claimedMillis;
      jumpMaxMillis = claimedMillis;
    }
  }

  /** Whether the last record was ahead too far and was not believed. */
  public boolean jumped() {
    return jumped;
  }

  @Override
  public long millis() {
    return currentMillis;
  }

  @Override
  public boolean settled() {
    return settled;
  }
}
