package io.tracemill.analysis.explanation;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Formats figures, times and names for readers, each in one way. */
public final class Figures {
  private static final int MAX_NAME_LENGTH = 80;
  private static final String ELLIPSIS = "...";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ROOT);
  private static final DateTimeFormatter DATE_AND_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT);
  private static final double LEAST_P = 0.0001;
  private static final int MAX_P_DIGITS = 300;
  private static final long MAX_CHANCE = 1_000_000_000;

  private record Unit(String name, long nanos) {}

  private static final List<Unit> UNITS =
      List.of(
          new Unit("h", 3_600_000_000_000L),
          new Unit("min", 60_000_000_000L),
          new Unit("s", 1_000_000_000),
          new Unit("ms", 1_000_000),
          new Unit("us", 1_000),
          new Unit("ns", 1));

  private Figures() {}

  /** A duration with three digits: {@code 1.23 s}. */
  public static String duration(long nanos) {
    Unit unit = unit(nanos);
    return amount(nanos, unit) + " " + unit.name;
  }

  /** The largest unit in which the rounded duration is at least one: 59.97 s are a minute. */
  private static Unit unit(long nanos) {
    double rounded = threeDigits(Math.abs((double) nanos)).doubleValue();
    return UNITS.stream()
        .filter(unit -> rounded >= unit.nanos)
        .findFirst()
        .orElse(UNITS.get(UNITS.size() - 1));
  }

  private static String amount(long nanos, Unit unit) {
    BigDecimal amount = threeDigits((double) nanos / unit.nanos).stripTrailingZeros();
    return amount.scale() > 0 ? amount.toPlainString() : count(amount.longValueExact());
  }

  private static BigDecimal threeDigits(double value) {
    return new BigDecimal(value, new MathContext(3));
  }

  /** A duration with its sign: {@code +245 ms}. */
  public static String signedDuration(long nanos) {
    return (nanos < 0 ? "" : "+") + duration(nanos);
  }

  /** Two durations, with the unit once if it is the same: {@code 150 -> 419 ms}. */
  public static String durations(long beforeNanos, long afterNanos) {
    boolean same = beforeNanos == 0 || unit(beforeNanos).equals(unit(afterNanos));
    String first = same ? amount(beforeNanos, unit(afterNanos)) : duration(beforeNanos);
    return first + " -> " + duration(afterNanos);
  }

  /** A share: {@code 23 %}, {@code 0.1 %}; one decimal if it adds precision. */
  public static String percent(double share) {
    double percent = 100 * share;
    double size = Math.abs(percent);
    if (size > 0 && size < 0.05) {
      return "<0.1 %";
    }
    boolean fine = size < 9.95 || (size >= 99 && size < 100);
    // A share below 1 is never written as 100 %.
    double shown = size >= 99.95 && size < 100 ? Math.copySign(99.9, percent) : percent;
    String text = String.format(Locale.ROOT, fine ? "%.1f" : "%,.0f", shown);
    return (text.endsWith(".0") ? text.substring(0, text.length() - 2) : text) + " %";
  }

  /** A number of things: {@code 1,840}. */
  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /**
   * A time: {@code 03:12 UTC}, with the date if {@code referenceMillis} is on another day.
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
   * The probability of chance: {@code less than 1 in 10,000}, at most a thousand million; empty
   * from a tenth on.
   */
  public static String chance(double pValue) {
    long one = 1;
    while (one < MAX_CHANCE && pValue < 0.1 / one) {
      one *= 10;
    }
    return one == 1 ? "" : "less than 1 in " + count(one);
  }

  /** A p-value: {@code p = 0.0123}, {@code p < 10^-20}. */
  public static String pValue(double pValue) {
    if (pValue >= LEAST_P) {
      return String.format(Locale.ROOT, "p = %.4f", pValue);
    }
    int digits = pValue == 0 ? MAX_P_DIGITS : (int) Math.floor(-Math.log10(pValue));
    return "p < 10^-" + Math.min(digits, MAX_P_DIGITS);
  }

  /** A sender's name without control characters, shortened in the middle to fit a line. */
  public static String name(String name) {
    return shorten(name.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", ""), MAX_NAME_LENGTH);
  }

  /**
   * A text in one line, shortened in the middle. It has no control or format characters, which
   * could hide or reverse text, and no lone surrogates, which Unicode cannot encode.
   */
  public static String plain(String text, int width) {
    return shorten(text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", " "), width);
  }

  /** The name, shortened in the middle if longer than {@code width}, as its ends tell most. */
  public static String shorten(String name, int width) {
    return shorten(name, width, (width - ELLIPSIS.length() + 1) / 2);
  }

  /** The same; of a name that is too long, the first {@code head} characters remain. */
  public static String shorten(String name, int width, int head) {
    int[] characters = name.codePoints().toArray();
    if (characters.length <= width) {
      return name;
    }
    int tail = Math.max(0, width - ELLIPSIS.length() - head);
    return new String(characters, 0, head)
        + ELLIPSIS
        + new String(characters, characters.length - tail, tail);
  }
}
