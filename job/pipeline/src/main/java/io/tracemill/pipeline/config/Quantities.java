package io.tracemill.pipeline.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types of values that are numbers or have a unit. */
final class Quantities {
  private static final long SECOND = 1_000_000_000;
  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,18}) ?([A-Za-z]*)");

  private Quantities() {}

  /** {@code 10s}: a whole number and one of us, ms, s, m, h, d; both bounds are allowed. */
  static ValueType<Duration> duration(String from, String to) {
    ValueType<Long> nanos = scaled("", from, to, Quantities::nanos);
    return new ValueType<>(
        "a duration from %s to %s (units us, ms, s, m, h, d)".formatted(from, to),
        node -> Duration.ofNanos(nanos.reader().apply(node)),
        value -> nanos.accepts().test(value.toNanos()));
  }

  /** A {@link #duration} of whole seconds. */
  static ValueType<Duration> seconds(String from, String to) {
    ValueType<Duration> any = duration(from, to);
    return new ValueType<>(
        "whole seconds from %s to %s (units s, m, h, d)".formatted(from, to),
        any.reader(),
        value -> value.toNanosPart() == 0 && any.accepts().test(value));
  }

  /** {@code 256MiB}: a whole number and B (or nothing), kB, KiB, MB, MiB, GB or GiB. */
  static ValueType<Long> byteSize(String from, String to) {
    return scaled(
        "bytes from %s to %s (units none, KiB, MiB, GiB, kB, MB, GB)".formatted(from, to),
        from,
        to,
        Quantities::bytes);
  }

  private static ValueType<Long> scaled(
      String allowed, String from, String to, ToLongFunction<String> unit) {
    long min = parse(from, unit);
    long max = parse(to, unit);
    return new ValueType<>(
        allowed, node -> parse(node.text(), unit), value -> value >= min && value <= max);
  }

  private static long parse(String text, ToLongFunction<String> unit) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(text);
    }
    try {
      return Math.multiplyExact(Long.parseLong(parts.group(1)), unit.applyAsLong(parts.group(2)));
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  static ValueType<Integer> integer(int min, int max) {
    return new ValueType<>(
        "a whole number from %d to %d".formatted(min, max),
        node -> Integer.valueOf(node.text()),
        value -> value >= min && value <= max);
  }

  /** {@code 0.01} or {@code 1%}, between 0 and 1. */
  static ValueType<Double> share() {
    return share(value -> value >= 0 && value <= 1)
        .allowing("a share from 0 to 1, such as 0.01 or 1%");
  }

  /** {@code 0.01} or {@code 1%}. */
  static ValueType<Double> share(Predicate<Double> accepts) {
    return new ValueType<>(node -> parseShare(node.text()), accepts);
  }

  /** {@code 3} or {@code 0.5}. */
  static ValueType<Double> number(Predicate<Double> accepts) {
    return new ValueType<>(node -> new BigDecimal(node.text()).doubleValue(), accepts);
  }

  private static long nanos(String unit) {
    return switch (unit) {
      case "us" -> 1_000;
      case "ms" -> 1_000_000;
      case "s" -> SECOND;
      case "m" -> 60 * SECOND;
      case "h" -> 3_600 * SECOND;
      case "d" -> 86_400 * SECOND;
      default -> throw new IllegalArgumentException(unit);
    };
  }

  private static long bytes(String unit) {
    return switch (unit) {
      case "", "B" -> 1;
      case "kB" -> 1_000;
      case "MB" -> 1_000_000;
      case "GB" -> 1_000_000_000;
      case "KiB" -> 1L << 10;
      case "MiB" -> 1L << 20;
      case "GiB" -> 1L << 30;
      default -> throw new IllegalArgumentException(unit);
    };
  }

  private static double parseShare(String text) {
    return text.endsWith("%")
        ? new BigDecimal(text.substring(0, text.length() - 1).strip())
            .movePointLeft(2)
            .doubleValue()
        : new BigDecimal(text).doubleValue();
  }
}
