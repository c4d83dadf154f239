package io.tracemill.analysis.explanation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** How figures, times and names are written for readers; one way each. */
public final class Figures {
  private static final int MAX_NAME_LENGTH = 80;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ROOT);
  private static final DateTimeFormatter DATE_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT);
  private static final double MAX_CHANCE_DIGITS = 9;

  private enum Unit {
    HOURS("h", 3_600_000_000_000L),
    MINUTES("min", 60_000_000_000L),
    SECONDS("s", 1_000_000_000),
    MILLIS("ms", 1_000_000),
    MICROS("us", 1_000),
    NANOS("ns", 1);

    private final String name;
    private final BigDecimal nanos;

    Unit(String name, long nanos) {
      this.name = name;
      this.nanos = BigDecimal.valueOf(nanos);
    }

    /** The largest one that a duration has one of, once it is rounded. */
    static Unit of(long nanos) {
      BigDecimal rounded = threeDigits(BigDecimal.valueOf(nanos).abs());
      for (Unit unit : values()) {
        if (rounded.compareTo(unit.nanos) >= 0) {
          return unit;
        }
      }
      return NANOS;
    }

    String amount(long nanos) {
      // Rounded before it is divided: 59.97 s are a minute.
      BigDecimal rounded = threeDigits(BigDecimal.valueOf(nanos));
      return plain(threeDigits(rounded.divide(this.nanos, MathContext.DECIMAL64)));
    }
  }

  private Figures() {}

  private static BigDecimal threeDigits(BigDecimal value) {
    return value.round(new MathContext(3));
  }

  private static String plain(BigDecimal value) {
    BigDecimal shortest = value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros();
    return shortest.scale() > 0 ? shortest.toPlainString() : count(shortest.longValueExact());
  }

  /** A duration with three digits: {@code 1.23 s}. */
  public static String duration(long nanos) {
    Unit unit = Unit.of(nanos);
    return unit.amount(nanos) + " " + unit.name;
  }

  /** A duration with its sign: {@code +245 ms}. */
  public static String signedDuration(long nanos) {
    return (nanos < 0 ? "" : "+") + duration(nanos);
  }

  /** Two durations, with the unit once where it is the same: {@code 150 -> 419 ms}. */
  public static String durations(long beforeNanos, long afterNanos) {
    Unit before = Unit.of(beforeNanos);
    boolean same = before == Unit.of(afterNanos) || beforeNanos == 0;
    String first = same ? before.amount(beforeNanos) : duration(beforeNanos);
    return first + " -> " + duration(afterNanos);
  }

  /** A share: {@code 23 %}, {@code 0.1 %}; one digit behind the point where it says more. */
  public static String percent(double share) {
    double percent = 100 * share;
    double size = Math.abs(percent);
    if (size > 0 && size < 0.05) {
      return "less than 0.1 %";
    }
    boolean fine = size < 9.95 || (size >= 99 && size < 100);
    // What is not all is not written as all.
    double shown = size >= 99.95 && size < 100 ? Math.copySign(99.9, percent) : percent;
    String text = String.format(Locale.ROOT, fine ? "%.1f" : "%,.0f", shown);
    return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " %";
  }

  /** A number of things: {@code 1,840}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * A moment: {@code 03:12 UTC}, with the date where {@code referenceMillis} is on another day.
   *
   * @param millis milliseconds since the epoch
   */
  public static String time(long millis, long referenceMillis) {
    ZonedDateTime time = utc(millis);
    boolean sameDay = time.toLocalDate().equals(utc(referenceMillis).toLocalDate());
    return (sameDay ? TIME : DATE_AND_TIME).format(time);
  }

  private static ZonedDateTime utc(long millis) {
    return Instant.ofEpochMilli(millis).atZone(ZoneOffset.UTC);
  }

  /**
   * How improbable chance is: {@code less than 1 in 10,000}, at most a thousand million; empty from
   * a tenth on.
   */
  public static String chance(double pValue) {
    int digits = 0;
    long one = 1;
    while (digits < MAX_CHANCE_DIGITS && pValue < 1.0 / (one * 10)) {
      one *= 10;
      digits++;
    }
    return digits == 0 ? "" : "less than 1 in " + count(one);
  }

  /** A name that a sender chose: without control characters, and not too long for a line. */
  public static String name(String name) {
    String clean = name.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "");
    if (clean.codePointCount(0, clean.length()) <= MAX_NAME_LENGTH) {
      return clean;
    }
    return clean.substring(0, clean.offsetByCodePoints(0, MAX_NAME_LENGTH - 3)) + "...";
  }
}
