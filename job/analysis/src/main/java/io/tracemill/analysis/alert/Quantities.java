package io.tracemill.analysis.alert;

import static java.time.ZoneOffset.UTC;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and shares, as short as a person needs them. */
final class Quantities {
  private static final DateTimeFormatter HOURS_MINUTES =
      DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ROOT).withZone(UTC);
  private static final DateTimeFormatter WITH_DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(UTC);
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final long SECOND_MILLIS = 1000;
  private static final double MINUTE_MILLIS = 60_000;
  private static final double SMALLEST_Q = 0.0001;

  private Quantities() {}

  private enum Unit {
    MICROS("us", 1e3),
    MILLIS("ms", 1e6),
    SECONDS("s", 1e9);

    private final String symbol;
    private final double nanos;

    Unit(String symbol, double nanos) {
      this.symbol = symbol;
      this.nanos = nanos;
    }

    /** In which so many nanoseconds are read most easily. */
    static Unit of(long nanos) {
      double size = Math.abs((double) nanos);
      if (size < MILLIS.nanos) {
        return MICROS;
      }
      return size < 10 * SECONDS.nanos ? MILLIS : SECONDS;
    }

    /** How many of it, of a time as large as {@code scale}; below ten, with one decimal. */
    private double rounded(long nanos, long scale) {
      double tenths = Math.rint(10 * nanos / this.nanos) / 10;
      boolean fine = this == SECONDS || Math.abs(scale / this.nanos) < 10;
      return fine && this != MICROS ? tenths : Math.rint(nanos / this.nanos);
    }
  }

  /** Two times in the unit that fits the larger one. */
  private record Pair(Unit unit, double before, double after) {
    static Pair of(long beforeNanos, long afterNanos) {
      long scale = Math.max(beforeNanos, afterNanos);
      Unit unit = Unit.of(scale);
      return new Pair(unit, unit.rounded(beforeNanos, scale), unit.rounded(afterNanos, scale));
    }

    private double difference() {
      return after - before;
    }
  }

  /** Such as {@code 210->480 ms}. */
  static String times(long beforeNanos, long afterNanos) {
    Pair pair = Pair.of(beforeNanos, afterNanos);
    return "%s->%s %s".formatted(number(pair.before), number(pair.after), pair.unit.symbol);
  }

  /** Such as {@code 210->480 ms (+270)}, which is the difference of what is shown. */
  static String change(long beforeNanos, long afterNanos) {
    return "%s (%s)"
        .formatted(
            times(beforeNanos, afterNanos), signed(Pair.of(beforeNanos, afterNanos).difference()));
  }

  /** Such as {@code +270 ms}: as {@link #change} shows it, or finer where that would be none. */
  static String difference(long beforeNanos, long afterNanos) {
    Pair pair = Pair.of(beforeNanos, afterNanos);
    return pair.difference() == 0
        ? difference(afterNanos - beforeNanos)
        : signed(pair.difference()) + " " + pair.unit.symbol;
  }

  /** Such as {@code +245 ms}. */
  static String difference(long nanos) {
    Unit unit = Unit.of(nanos);
    return signed(unit.rounded(nanos, nanos)) + " " + unit.symbol;
  }

  private static String signed(double value) {
    return (value < 0 ? "-" : "+") + number(Math.abs(value));
  }

  private static String number(double value) {
    double tenths = Math.rint(10 * value) / 10;
    String format = tenths == Math.rint(tenths) ? "%,.0f" : "%,.1f";
    return String.format(Locale.ROOT, format, tenths);
  }

  /** Such as {@code 1,840}. */
  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** Such as {@code 38 %}. */
  static String percent(double ratio) {
    double percent = 100 * ratio;
    if (percent > 0 && percent < 1) {
      return "<1 %";
    }
    // What is not all is not to look like all.
    double shown = ratio < 1 ? Math.min(99, Math.rint(percent)) : Math.rint(percent);
    return String.format(Locale.ROOT, "%.0f %%", shown);
  }

  /** Such as {@code q=0.0003}. */
  static String qValue(double q) {
    return q < SMALLEST_Q ? "q<0.0001" : "q=" + significant(q);
  }

  /** One digit that is not zero. */
  private static String significant(double q) {
    int decimals = (int) Math.max(0, -Math.floor(Math.log10(q)));
    return String.format(Locale.ROOT, "%." + decimals + "f", q);
  }

  /**
   * Such as {@code 03:12 UTC}, or {@code 2026-11-21 23:50 UTC} if that is not the day on which it
   * is said.
   */
  static String time(long millis, long saidMillis) {
    boolean today = Math.floorDiv(millis, DAY_MILLIS) == Math.floorDiv(saidMillis, DAY_MILLIS);
    return (today ? HOURS_MINUTES : WITH_DATE).format(Instant.ofEpochMilli(millis));
  }

  /** Such as {@code 28 min} or {@code 6 h 10 min}, rounded. */
  static String duration(long millis) {
    if (millis < MINUTE_MILLIS) {
      return millis / SECOND_MILLIS + " s";
    }
    long minutes = Math.round(millis / MINUTE_MILLIS);
    return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
