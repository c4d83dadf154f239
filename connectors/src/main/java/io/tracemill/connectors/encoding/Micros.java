package io.tracemill.connectors.encoding;

import java.util.concurrent.TimeUnit;

/**
 * Times for formats that carry whole microseconds. Start and end are cut off alike, so that order
 * and nesting stay: what lay within its parent still does.
 */
public final class Micros {
  private static final long NANOS_PER_MICRO = 1000;

  private Micros() {}

  /** The microsecond that {@code nanos} (unsigned, since the epoch) lies in. */
  public static long of(long nanos) {
    return Long.divideUnsigned(nanos, NANOS_PER_MICRO);
  }

  /**
   * The beginning of a microsecond in nanoseconds: the furthest there is where 64 bits are too few,
   * -1 before 1970.
   */
  public static long toNanos(long micros) {
    return micros < 0 ? -1 : TimeUnit.MICROSECONDS.toNanos(micros);
  }

  /** The microseconds from the start's to the end's; negative if it ends before it starts. */
  public static long between(long startNanos, long endNanos) {
    return of(endNanos) - of(startNanos);
  }
}
