package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and names the way the screen writes them. */
public final class Wording {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final long MILLIS_PER_MINUTE = 60_000;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final String ELLIPSIS = "...";

  private Wording() {}

  /** Three digits that matter: {@code 1.23 ms}, {@code 45.6 ms}, {@code 789 ms}, {@code 12.3 s}. */
  public static String duration(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    if (millis < 9.995) {
      return format("%.2f ms", millis);
    } else if (millis < 99.95) {
      return format("%.1f ms", millis);
    } else if (millis < 9_999.5) {
      return format("%.0f ms", millis);
    }
    return format("%.1f s", nanos / NANOS_PER_SECOND);
  }

  /** A share of 0 to 1 in whole percent; never 0 for something, never 100 for less than all. */
  public static String percent(double share) {
    if (share > 0 && share < 0.005) {
      return "<1 %";
    }
    if (share < 1 && share >= 0.995) {
      return ">99 %";
    }
    return format("%.0f %%", share * 100);
  }

  public static String rate(double perSecond) {
    return format("%.1f", perSecond);
  }

  public static String number(long count) {
    return format("%,d", count);
  }

  /** {@code 1 span}, {@code 1,200 spans}. */
  public static String count(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** Time of day, UTC. */
  public static String clock(long millis) {
    return CLOCK.format(Instant.ofEpochMilli(millis));
  }

  /** The first full minute that is not before, time of day, UTC: {@code 14:35}. */
  public static String minute(long millis) {
    long minute = Math.floorDiv(millis + MILLIS_PER_MINUTE - 1, MILLIS_PER_MINUTE);
    return clock(minute * MILLIS_PER_MINUTE).substring(0, "14:35".length());
  }

  /** Date and time of day, UTC: {@code 2026-03-01 14:35:00}. */
  public static String dated(long millis) {
    return LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC) + " " + clock(millis);
  }

  /** Time of day, UTC, with the date before it if that is not the day on which it is said. */
  public static String clock(long millis, long saidMillis) {
    LocalDate day = LocalDate.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    LocalDate said = LocalDate.ofInstant(Instant.ofEpochMilli(saidMillis), ZoneOffset.UTC);
    return day.equals(said) ? clock(millis) : dated(millis);
  }

  /** The name without what could steer a terminal: senders choose names. */
  public static String printable(String name) {
    return name.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
  }

  /** What an endpoint or a span is called: {@code cart GET /carts}, printable. */
  public static String frame(JsonNode named) {
    return printable(named.path("service").asText() + " " + named.path("operation").asText());
  }

  /** The name, its middle left out where it is longer than {@code width}: both ends tell most. */
  public static String shorten(String name, int width) {
    if (name.length() <= width) {
      return name;
    }
    int kept = Math.max(0, width - ELLIPSIS.length());
    int head = (kept + 1) / 2;
    return name.substring(0, head) + ELLIPSIS + name.substring(name.length() - (kept - head));
  }

  /** {@code 900 B}, {@code 45.3 kB}, {@code 1.2 GB}. */
  public static String bytes(long bytes) {
    String[] units = {"B", "kB", "MB", "GB", "TB"};
    double left = (double) bytes;
    int unit = 0;
    while (left >= 999.5 && unit < units.length - 1) {
      left /= 1000;
      unit++;
    }
    return format(unit == 0 || left >= 99.95 ? "%.0f " : "%.1f ", left) + units[unit];
  }

  private static String format(String pattern, Object value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
