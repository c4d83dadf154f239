package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Event time along one file: the latest span end so far.
 *
 * <p>One wrong clock must not move the rest of the file. So a jump of more than {@code maxJump}
 * counts only if the next unit is not before it, or there is no next unit. The first unit jumps if
 * it is that far ahead of the second.
 *
 * <pre>
 * claimed     10:00  10:01  2087  10:02      10:00  15:00  15:01      2087   10:00
 * event time  10:00  10:01  10:01  10:02     10:00  15:00  15:01      10:00  10:00
 * </pre>
 */
final class FileClock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final long maxJumpMillis;
  private OptionalLong now = OptionalLong.empty();

  FileClock(Duration maxJump) {
    maxJumpMillis = maxJump.toMillis();
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
    if (claimed.isPresent() && isBelieved(claimed.getAsLong(), next)) {
      now = OptionalLong.of(Math.max(claimed.getAsLong(), now.orElse(Long.MIN_VALUE)));
    }
    return now.orElse(next.orElse(0));
  }

  private boolean isBelieved(long claimed, OptionalLong next) {
    if (next.isEmpty()) {
      return true;
    }
    long current = now.orElse(next.getAsLong());
    return claimed - current <= maxJumpMillis || next.getAsLong() - current > maxJumpMillis;
  }
}
