package io.tracemill.connectors.jaeger;

import java.util.concurrent.TimeUnit;

/**
 * Times and durations in nanoseconds. Times that overflow 64 bits become the smallest or largest
 * value. Those are refused later, as before 1970 or in the future.
 */
final class JaegerTime {
  /** Not the lowest value: as an unsigned number, it would be in the future. */
  private static final long FURTHEST_BACK = Long.MIN_VALUE / 4;

  private JaegerTime() {}

  static long ofMicros(long micros) {
    return Math.max(TimeUnit.MICROSECONDS.toNanos(micros), FURTHEST_BACK);
  }

  static long ofSeconds(long seconds, int nanos) {
    return sum(Math.max(TimeUnit.SECONDS.toNanos(seconds), FURTHEST_BACK), nanos);
  }

  /** The end of a span. */
  static long sum(long startNanos, long durationNanos) {
    long sum = startNanos + durationNanos;
    boolean overflown = ((startNanos ^ sum) & (durationNanos ^ sum)) < 0;
    if (overflown && startNanos > 0) {
      return Long.MAX_VALUE;
    }
    return overflown ? FURTHEST_BACK : Math.max(sum, FURTHEST_BACK);
  }
}
