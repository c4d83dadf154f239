package io.tracemill.connectors.encoding;

import java.util.concurrent.TimeUnit;

/**
 * Times for formats that carry whole microseconds. Start and end are both rounded down. So order
 * stays, and a span inside its parent stays inside.
 */
public final class Micros {
  private static final long NANOS_PER_MICRO = 1000;

  private Micros() {}

  /** The microsecond that {@code nanos} (unsigned, since the epoch) lies in. */
  public static long of(long nanos) {
    return Long.divideUnsigned(nanos, NANOS_PER_MICRO);
  }

  /**
   * The beginning of a microsecond in nanoseconds; the largest value if it overflows 64 bits, -1
   * before 1970.
   */
  public static long toNanos(long micros) {
    return micros < 0 ? -1 : TimeUnit.MICROSECONDS.toNanos(micros);
  }

  /**
   * The difference of end and start in whole microseconds; negative if it ends before it starts.
   */
  public static long between(long startNanos, long endNanos) {
    return of(endNanos) - of(startNanos);
  }
}
