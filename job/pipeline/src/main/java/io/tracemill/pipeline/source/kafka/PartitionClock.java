package io.tracemill.pipeline.source.kafka;

import java.io.Serializable;

/**
 * The time of one partition, which does not follow a lone record into the future (semantics 2).
 *
 * <p>The current time is the highest that was believed. A record that claims to be more than {@code
 * maxJumpMillis} ahead of it counts at the current time, until {@value #AGREEING} records in a row
 * claim such times and lie within {@code maxJumpMillis} of one another: then there really was a
 * gap, and that last one is believed. Every record that is behind is believed.
 *
 * <pre>
 *   claimed   10:00  10:01  2087  10:02  13:00 ... 13:01 (20th in a row)
 *   believed  10:00  10:01 10:01  10:02  10:02 ... 13:01
 * </pre>
 *
 * <p>The first record has nothing to be compared with. It is believed too, but until the clock is
 * settled it can be outvoted: each record within {@code maxJumpMillis} of the current time speaks
 * for it, each that is further behind against it. When nothing speaks for it any more, the current
 * time is that of the record that says so; {@value #AGREEING} votes settle it.
 *
 * <pre>
 *   claimed   2087  10:00  10:01 ... 10:02 (the 20th of them)
 *   current   2087  10:00  10:01 ... 10:02 settled
 * </pre>
 */
public final class PartitionClock implements Serializable {
  /** So many records in a row have to agree on a jump, and so many votes settle a clock. */
  static final int AGREEING = 20;

  /** The end of the year 9999: no clock shows a later time, and no sum with it overflows. */
  static final long LATEST_MILLIS = 253_402_300_799_999L;

  private static final long serialVersionUID = 1;

  private final long maxJumpMillis;

  /** Highest believed time; negative before the first. */
  private long currentMillis = -1;

  private boolean jumped;

  /** What speaks for the current time, less what speaks against it; counted until it is settled. */
  private int votes;

  // The run of jumps in a row that agree so far.
  private int run;
  private long runMinMillis;
  private long runMaxMillis;

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
    if (claimedMillis < 0 || claimedMillis > LATEST_MILLIS) {
      return Math.max(currentMillis, 0);
    }
    if (currentMillis >= 0 && claimedMillis - currentMillis > maxJumpMillis) {
      countJump(claimedMillis);
      if (run < AGREEING) {
        jumped = true;
        return currentMillis;
      }
      votes = AGREEING;
    } else if (!settled()) {
      vote(claimedMillis);
    }
    run = 0;
    currentMillis = Math.max(currentMillis, claimedMillis);
    return claimedMillis;
  }

  /** Whether the last record was ahead too far and was not believed. */
  public boolean jumped() {
    return jumped;
  }

  /** The current time; negative before the first record that states one. */
  long millis() {
    return currentMillis;
  }

  /** What speaks for the current time, less what speaks against it; with enough it is settled. */
  int votes() {
    return votes;
  }

  private boolean settled() {
    return votes == AGREEING;
  }

  private void vote(long claimedMillis) {
    if (currentMillis - claimedMillis <= maxJumpMillis) {
      votes++;
    } else {
      votes--;
      if (votes <= 0) {
        votes = 1;
        currentMillis = claimedMillis;
      }
    }
  }

  private void countJump(long claimedMillis) {
    long min = Math.min(runMinMillis, claimedMillis);
    long max = Math.max(runMaxMillis, claimedMillis);
    if (run > 0 && max - min <= maxJumpMillis) {
      run++;
      runMinMillis = min;
      runMaxMillis = max;
    } else {
      run = 1;
      runMinMillis = claimedMillis;
      runMaxMillis = claimedMillis;
    }
  }
}
