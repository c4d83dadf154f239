package io.tracemill.connectors.files;

import io.tracemill.connectors.files.UnitReader.RawUnit;
import java.util.OptionalLong;

/**
 * Event time along one file: the latest span end so far.
 *
 * <p>One broken clock must not carry the rest of the file away. So a unit that jumps more than an
 * hour ahead is believed only if the next one does not go back behind the jump, or there is none.
 *
 * <pre>
 * claimed     10:00  10:01  2087  10:02      10:00  15:00  15:01
 * event time  10:00  10:01  10:01  10:02     10:00  15:00  15:01
 * </pre>
 */
final class FileClock {
  private static final long MAX_JUMP_MILLIS = 3_600_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private OptionalLong now = OptionalLong.empty();

  /** Latest span end of {@code unit} in milliseconds, rounded up. */
  static OptionalLong claimedMillis(RawUnit unit) {
    if (unit.latestEndNanos().isEmpty()) {
      return OptionalLong.empty();
    }
    long nanos = unit.latestEndNanos().getAsLong();
    return OptionalLong.of(nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI > 0 ? 1 : 0));
  }

  /** Event time of a unit, given what it and the next unit that claims a time claim. */
  long advance(OptionalLong claimed, OptionalLong next) {
    if (claimed.isPresent() && isBelieved(claimed.getAsLong(), next)) {
      now = OptionalLong.of(Math.max(claimed.getAsLong(), now.orElse(Long.MIN_VALUE)));
    }
    return now.orElse(next.orElse(0));
  }

  private boolean isBelieved(long claimed, OptionalLong next) {
    if (now.isEmpty() || claimed - now.getAsLong() <= MAX_JUMP_MILLIS) {
      return true;
    }
    return next.isEmpty() || next.getAsLong() - now.getAsLong() > MAX_JUMP_MILLIS;
  }
}
