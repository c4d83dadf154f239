package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.live.HotSteps;
import io.tracemill.connectors.live.StepShare;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** Formats numbers and names for screens; figures look as in an incident's summary. */
public final class Wording {
  private static final DateTimeFormatter DATED =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int DATE_LENGTH = "2026-03-01 ".length();
  private static final int MILLIS_PER_MINUTE = 60_000;

  private Wording() {}

  /** {@code 1.2 ms}, {@code 45.6 ms}, {@code 12.3 s}. */
  public static String duration(long nanos) {
    return Figures.duration(nanos);
  }

  /** A share of 0 to 1: {@code 23 %}. Only zero is 0 %, and only the whole is 100 %. */
  public static String percent(double share) {
    return Figures.percent(share);
  }

  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.1f", perSecond);
  }

  public static String number(long count) {
    return Figures.count(count);
  }

  /** {@code 1 span}, {@code 1,200 spans}. */
  public static String count(long count, String noun) {
    return number(count) + " " + noun + (count == 1 ? "" : "s");
  }

  /** Time of day, UTC. */
  public static String clock(long millis) {
    return dated(millis).substring(DATE_LENGTH);
  }

  /** Time of day, UTC; the date precedes it unless it is today. */
  public static String clock(long millis, long saidMillis) {
    boolean sameDay = dated(saidMillis).startsWith(dated(millis).substring(0, DATE_LENGTH));
    return sameDay ? clock(millis) : dated(millis);
  }

  /** Date and time of day, UTC: {@code 2026-03-01 14:35:00}. */
  public static String dated(long millis) {
    return DATED.format(Instant.ofEpochMilli(millis));
  }

  /** A retention time in words: {@code 7 days}, {@code 90 minutes}. */
  public static String days(Duration time) {
    return time.toHours() >= 48 ? count(time.toDays(), "day") : count(time.toMinutes(), "minute");
  }

  /** The start and end of a window: {@code 11:59:30-12:00:00}. */
  public static String window(Period window) {
    return clock(window.startMillis()) + "-" + clock(window.endMillis());
  }

  /** The window of a record that is read as JSON. */
  public static String window(JsonNode record) {
    JsonNode window = record.path("window");
    return clock(window.path("startMillis").asLong())
        + "-"
        + clock(window.path("endMillis").asLong());
  }

  /** The time rounded up to a full minute, time of day, UTC: {@code 14:35}. */
  static String minute(long millis) {
    return clock(millis + MILLIS_PER_MINUTE - 1).substring(0, "14:35".length());
  }

  /** The name without control characters: senders choose names. */
  public static String printable(String name) {
    return name.replaceAll("[\\p{Cc}\\p{Cf}]", "?");
  }

  /** The name of an endpoint or a span: {@code cart GET /carts}, printable. */
  public static String frame(String service, String operation) {
    return printable(service + " " + operation);
  }

  /** As {@link #frame(String, String)}, of a record that is read as JSON. */
  public static String frame(JsonNode named) {
    return frame(named.path("service").asText(), named.path("operation").asText());
  }

  /** As {@link #frame(String, String)}. */
  public static String frame(Frame frame) {
    return frame(frame.service(), frame.operation());
  }

  /** {@code cart GET /carts} for a frame, {@code cart -> db (network/wait)} for an edge. */
  public static String step(StepShare step) {
    return step.isEdge()
        ? printable(step.service() + " -> " + step.callee() + " (network/wait)")
        : frame(step.service(), step.operation());
  }

  /** The largest steps that matter. */
  public static List<StepShare> top(HotSteps steps, int limit) {
    return top(steps.largestFirst(), limit);
  }

  static List<StepShare> top(List<StepShare> largestFirst, int limit) {
    return largestFirst.stream()
        .filter(step -> step.share() >= HotSteps.NEGLIGIBLE)
        .limit(limit)
        .toList();
  }

  /** The text as one word, which {@link Page} moves to a new line rather than break. */
  static String unbroken(String text) {
    return text.replace(' ', Page.UNBROKEN_SPACE);
  }

  /** The name, shortened in the middle if longer than {@code width}, as its ends tell most. */
  public static String shorten(String name, int width) {
    return Figures.shorten(name, width);
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
    String pattern = unit == 0 || left >= 99.95 ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, pattern, left, units[unit]);
  }
}
