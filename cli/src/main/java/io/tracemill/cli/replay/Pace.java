package io.tracemill.cli.replay;

import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

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

  /** As a speed: never wait. */
  static final double MAX = Double.POSITIVE_INFINITY;

  private final double speed;
  private final LongSupplier nanoTime;
  private final Sleeper sleeper;
  private OptionalLong firstMillis = OptionalLong.empty();
  private long startNanos;

  /**
   * A pace that begins with the first unit.
   *
   * @param speed seconds of event time in a second
   * @param nanoTime a clock in nanoseconds, such as {@link System#nanoTime}
   */
  Pace(double speed, LongSupplier nanoTime, Sleeper sleeper) {
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
    long due = nanosOf(eventTimeMillis - firstMillis.getAsLong(), speed);
    return sleeper.sleep(Math.max(0, due - (nanoTime.getAsLong() - startNanos)));
  }

  /** How long this much event time takes at a speed, in nanoseconds. */
  static long nanosOf(long eventMillis, double speed) {
    return (long) (eventMillis / speed * 1e6);
  }

  /** Speeds on the command line: {@code 1x}, {@code 10x}, {@code 0.5x}, {@code max}. */
  static final class SpeedConverter implements ITypeConverter<Double> {
    private static final Pattern FACTOR = Pattern.compile("([0-9]{1,6}(?:\\.[0-9]{1,3})?)x");

    @Override
    public Double convert(String text) {
      Matcher matcher = FACTOR.matcher(text);
      double factor = matcher.matches() ? Double.parseDouble(matcher.group(1)) : 0;
      if (!text.equals("max") && factor == 0) {
        throw new TypeConversionException(
            "'%s' is no speed; write max, or a number with x, such as 10x or 0.5x".formatted(text));
      }
      return text.equals("max") ? MAX : factor;
    }
  }
}
