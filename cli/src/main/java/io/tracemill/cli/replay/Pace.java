package io.tracemill.cli.replay;

import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Decides when a unit is due. The first unit is due at once. Later units follow at the distance of
 * their event times, divided by the speed. A late sender catches up.
 *
 * <pre>
 * event time   10:00        10:10   10:20
 * at 10x       |--- 1 min ---|- 1 min -|
 * </pre>
 */
final class Pace {
  /** A way to wait. */
  interface Sleeper {
    /** Waits for this time, or until it is cancelled; returns whether it was not cancelled. */
    boolean sleep(long nanos) throws InterruptedException;
  }

  private final Speed speed;
  private final LongSupplier nanoTime;
  private final Sleeper sleeper;
  private OptionalLong firstMillis = OptionalLong.empty();
  private long startNanos;

  /**
   * A pace that begins with the first unit.
   *
   * @param nanoTime a clock in nanoseconds, such as {@link System#nanoTime}
   */
  Pace(Speed speed, LongSupplier nanoTime, Sleeper sleeper) {
    this.speed = speed;
    this.nanoTime = nanoTime;
    this.sleeper = sleeper;
  }

  /** Waits until a unit with this event time is due; returns whether the replay should continue. */
  boolean await(long eventTimeMillis) throws InterruptedException {
    if (firstMillis.isEmpty()) {
      firstMillis = OptionalLong.of(eventTimeMillis);
      startNanos = nanoTime.getAsLong();
    }
    long due = speed.nanosOf(eventTimeMillis - firstMillis.getAsLong());
    return sleeper.sleep(Math.max(0, due - (nanoTime.getAsLong() - startNanos)));
  }
}
