package io.tracemill.cli.replay;

import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Says when a unit is due. The first is due at once, each other as long after it as event time says
 * at this speed; a sender that has fallen behind catches up.
 *
 * <pre>
 * event time   10:00        10:10   10:20
 * at 10x       |--- 1 min ---|- 1 min -|
 * </pre>
 */
final class Pace {
  /** Waits. */
  interface Sleeper {
    /** Waits for so long, or less if it is called off; whether it was not called off. */
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
   * @param nanoTime a clock in nanoseconds, as {@link System#nanoTime}
   */
  Pace(Speed speed, LongSupplier nanoTime, Sleeper sleeper) {
    this.speed = speed;
    this.nanoTime = nanoTime;
    this.sleeper = sleeper;
  }

  /** Waits until a unit of that event time is due; whether the replay is to go on. */
  boolean await(long eventTimeMillis) throws InterruptedException {
    if (firstMillis.isEmpty()) {
      firstMillis = OptionalLong.of(eventTimeMillis);
      startNanos = nanoTime.getAsLong();
    }
    long due = speed.nanosOf(eventTimeMillis - firstMillis.getAsLong());
    return sleeper.sleep(Math.max(0, due - (nanoTime.getAsLong() - startNanos)));
  }
}
