package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Event time along the sorted units of one file: the latest span end of each.
 *
 * <p>One wrong clock must not end the file years later. So the last unit does not count if it jumps
 * ahead by more than {@code maxJump}, by more than a day, and by more than all units before cover.
 *
 * <pre>
 * claimed     10:00  10:01  2087       10:00  2087       10:00  15:00  20:00
 * event time  10:00  10:01  10:01      10:00  2087       10:00  15:00  20:00
 * </pre>
 */
final class FileClock {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();

  private final long maxJumpMillis;
  private long units;
  private OptionalLong first = OptionalLong.empty();
  private OptionalLong now = OptionalLong.empty();

  FileClock(Duration maxJump) {
    maxJumpMillis = Math.max(maxJump.toMillis(), DAY_MILLIS);
  }

  /** Latest span end of {@code unit} in milliseconds, rounded up. */
  static OptionalLong claimedMillis(RawUnit unit) {
    if (unit.latestEndNanos().isEmpty()) {
      return OptionalLong.empty();
    }
    long nanos = unit.latestEndNanos().getAsLong();
    return OptionalLong.of(nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI > 0 ? 1 : 0));
  }

  /** Event time of a unit, from its claimed time and that of the next unit with one. */
  long advance(OptionalLong claimed, OptionalLong next) {
    if (claimed.isPresent() && (next.isPresent() || isBelieved(claimed.getAsLong()))) {
      now = OptionalLong.of(Math.max(claimed.getAsLong(), now.orElse(Long.MIN_VALUE)));
      first = first.isPresent() ? first : now;
      units++;
    }
    return now.orElse(next.orElse(0));
  }

  private boolean isBelieved(long claimed) {
    long covered = now.orElse(claimed) - first.orElse(claimed);
    return units < 2 || claimed - now.orElse(claimed) <= Math.max(maxJumpMillis, covered);
  }
}
