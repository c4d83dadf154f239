package io.tracemill.pipeline.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types of values that have a unit or are numbers. */
final class Quantities {
  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,18}) ?([A-Za-z]*)");
  private static final Map<String, Duration> DURATION_UNITS =
      Map.of(
          "us", Duration.ofNanos(1_000),
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));
  private static final Map<String, Long> BYTE_UNITS =
      Map.of(
          "",
          1L,
          "B",
          1L,
          "kB",
          1_000L,
          "MB",
          1_000_000L,
          "GB",
          1_000_000_000L,
          "KiB",
          1L << 10,
          "MiB",
          1L << 20,
          "GiB",
          1L << 30);

  private Quantities() {}

  /** {@code 10s}: a whole number and one of us, ms, s, m, h; both bounds are allowed. */
  static ValueType<Duration> duration(String from, String to) {
    Duration min = parseDuration(from);
    Duration max = parseDuration(to);
    return new ValueType<>(
        "a duration from %s to %s (units us, ms, s, m, h)".formatted(from, to),
        node -> parseDuration(ValueType.text(node)),
        value -> value.compareTo(min) >= 0 && value.compareTo(max) <= 0);
  }

  /** {@code 256MiB}: a whole number and B (or nothing), kB, KiB, MB, MiB, GB or GiB. */
  static ValueType<Long> byteSize(String from, String to) {
    long min = parseBytes(from);
    long max = parseBytes(to);
    return new ValueType<>(
        "bytes from %s to %s (units none, KiB, MiB, GiB, kB, MB, GB)".formatted(from, to),
        node -> parseBytes(ValueType.text(node)),
        value -> value >= min && value <= max);
  }

  static ValueType<Integer> integer(int min, int max) {
    return new ValueType<>(
        "a whole number from %d to %d".formatted(min, max),
        node -> Integer.valueOf(ValueType.text(node)),
        value -> value >= min && value <= max);
  }

  /** {@code 0.01} or {@code 1%}, between 0 and 1. */
  static ValueType<Double> share() {
    return new ValueType<>(
        "a share from 0 to 1, such as 0.01 or 1%",
        node -> parseShare(ValueType.text(node)), value -> value >= 0 && value <= 1);
  }

  private static Duration parseDuration(String text) {
    Matcher parts = split(text);
    Duration unit = DURATION_UNITS.get(parts.group(2));
    if (unit == null) {
      throw new IllegalArgumentException(text);
    }
    try {
      return unit.multipliedBy(Long.parseLong(parts.group(1)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  private static long parseBytes(String text) {
    Matcher parts = split(text);
    Long unit = BYTE_UNITS.get(parts.group(2));
    if (unit == null) {
      throw new IllegalArgumentException(text);
    }
    try {
      return Math.multiplyExact(Long.parseLong(parts.group(1)), unit);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** {@code 3} or {@code 0.5}: above 0. */
  static ValueType<Double> positive(int max) {
    return new ValueType<>(
        "a number above 0 and up to %d, such as 3 or 0.5".formatted(max),
        node -> new BigDecimal(ValueType.text(node)).doubleValue(),
        value -> value > 0 && value <= max);
  }

  private static double parseShare(String text) {
    return text.endsWith("%")
        ? new BigDecimal(text.substring(0, text.length() - 1).strip())
            .movePointLeft(2)
            .doubleValue()
        : new BigDecimal(text).doubleValue();
  }

  private static Matcher split(String text) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    return parts;
  }
}
