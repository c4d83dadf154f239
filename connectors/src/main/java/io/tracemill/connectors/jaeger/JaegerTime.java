package io.tracemill.connectors.jaeger;

/**
 * Times and durations in nanoseconds. What is too far away for 64 bits becomes the furthest there
 * is, which is refused later: as before 1970, or as in the future.
 */
final class JaegerTime {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  /** Not as low as can be: read as an unsigned number, that would be in the future. */
  private static final long FURTHEST_BACK = Long.MIN_VALUE / 4;

  private JaegerTime() {}

  static long ofMicros(long micros) {
    return scaled(micros, NANOS_PER_MICRO);
  }

  static long ofSeconds(long seconds, int nanos) {
    return sum(scaled(seconds, NANOS_PER_SECOND), nanos);
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

  private static long scaled(long value, long factor) {
    if (value > Long.MAX_VALUE / factor) {
      return Long.MAX_VALUE;
    }
    return value < FURTHEST_BACK / factor ? FURTHEST_BACK : value * factor;
  }
}
