package io.tracemill.console.api;

import io.tracemill.analysis.cohort.AttributeValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.span.Frame;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The parameters of a question. Each method refuses a bad value with a message that names the
 * parameter.
 *
 * @param parameters decoded values, by name
 */
public record ApiQuery(Map<String, String> parameters) {
  /** The largest length of a parameter's value, in characters. */
  private static final int MAX_LENGTH = 20_000;

  /** The end of the year 9999. */
  private static final long MAX_MILLIS = 253_402_300_800_000L;

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,5})([smhd])");

  public ApiQuery {
    parameters = Map.copyOf(parameters);
    parameters.forEach(
        (name, value) -> {
          if (value.length() > MAX_LENGTH) {
            throw ApiException.badParameter(
                "%s has %,d characters; at most %,d are allowed"
                    .formatted(name, value.length(), MAX_LENGTH));
          }
        });
  }

  /** The same without a parameter. */
  public ApiQuery without(String name) {
    Map<String, String> others = new HashMap<>(parameters);
    others.remove(name);
    return new ApiQuery(others);
  }

  /** A text; empty if the parameter is absent or empty. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(text -> !text.isEmpty());
  }

  /** Texts separated by commas; none if the parameter is absent. */
  public List<String> texts(String name) {
    return text(name).map(text -> List.of(text.split(","))).orElse(List.of());
  }

  /** A text, which may not be absent or empty. */
  public String required(String name) {
    return text(name).orElseThrow(() -> missing(name));
  }

  private static ApiException missing(String name) {
    return ApiException.badParameter("the parameter %s is missing".formatted(name));
  }

  /** The endpoint of the parameters {@code service} and {@code operation}; both are required. */
  public Frame endpoint() {
    return Frame.of(name("service"), name("operation"));
  }

  /** A required name; it may be empty, since some senders write empty names. */
  private String name(String parameter) {
    return Optional.ofNullable(parameters.get(parameter)).orElseThrow(() -> missing(parameter));
  }

  /** The endpoint; empty if both parameters are absent. */
  public Optional<Frame> optionalEndpoint() {
    return parameters.containsKey("service") || parameters.containsKey("operation")
        ? Optional.of(endpoint())
        : Optional.empty();
  }

  /** A whole number; empty if the parameter is absent. */
  public OptionalLong number(String name) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.get()));
    } catch (NumberFormatException e) {
      throw ApiException.badParameter("%s: '%s' is not a whole number".formatted(name, text.get()));
    }
  }

  /** A whole number within bounds; the default if the parameter is absent. */
  public int number(String name, int defaultValue, int min, int max) {
    long value = number(name).orElse(defaultValue);
    if (value < min || value > max) {
      throw ApiException.badParameter(
          "%s: %d is not from %d to %d".formatted(name, value, min, max));
    }
    return (int) value;
  }

  /** A duration in nanoseconds, not negative; the default if the parameter is absent. */
  public long nanos(String name, long defaultValue) {
    long value = number(name).orElse(defaultValue);
    if (value < 0) {
      throw ApiException.badParameter("%s: %d is negative".formatted(name, value));
    }
    return value;
  }

  /**
   * The range of the parameters {@code from} and {@code to}, in epoch milliseconds. If one is
   * absent, the range is open at that end: {@link Long#MIN_VALUE} or {@link Long#MAX_VALUE}.
   */
  public Period time() {
    long from = text("from").isEmpty() ? Long.MIN_VALUE : millis("from", required("from"));
    long to = text("to").isEmpty() ? Long.MAX_VALUE : millis("to", required("to"));
    return period("from and to", from, to);
  }

  /** A required range: {@code start/end} in epoch milliseconds. */
  public Period range(String name) {
    String[] ends = required(name).split("/", -1);
    if (ends.length != 2) {
      throw ApiException.badParameter(
          "%s: '%s' is not START/END in epoch milliseconds".formatted(name, required(name)));
    }
    return period(name, millis(name, ends[0]), millis(name, ends[1]));
  }

  private static Period period(String name, long from, long to) {
    if (from >= to) {
      throw ApiException.badParameter(
          "%s: the end, %d, is not after the start, %d".formatted(name, to, from));
    }
    return new Period(from, to);
  }

  private static long millis(String name, String text) {
    if (!text.matches("[0-9]{1,15}") || Long.parseLong(text) > MAX_MILLIS) {
      throw ApiException.badParameter(
          "%s: '%s' is not a time in epoch milliseconds".formatted(name, text));
    }
    return Long.parseLong(text);
  }

  /** An attribute, {@code KEY=VALUE}; empty if the parameter is absent. */
  public Optional<AttributeValue> attribute(String name) {
    return text(name).map(text -> attribute(name, text));
  }

  private static AttributeValue attribute(String name, String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || equals == text.length() - 1) {
      throw ApiException.badParameter(
          "%s: '%s' is not an attribute; write KEY=VALUE".formatted(name, text));
    }
    return new AttributeValue(text.substring(0, equals), text.substring(equals + 1));
  }

  /** The first hexadecimal digits of a category or a trace id; empty if the parameter is absent. */
  public Optional<String> hex(String name) {
    return text(name).map(text -> hex(name, text));
  }

  /** As {@link #hex}, for a required parameter. */
  public String requiredHex(String name) {
    return hex(name, required(name));
  }

  private static String hex(String name, String text) {
    if (!text.matches("[0-9a-fA-F]{1,32}")) {
      throw ApiException.badParameter(
          "%s: '%s' is not 1 to 32 hexadecimal digits".formatted(name, text));
    }
    return text;
  }

  /** Durations such as {@code 90s,30m,1h,7d}; the default if the parameter is absent. */
  public List<Duration> durations(String name, List<Duration> defaultValue, int most) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return defaultValue;
    }
    List<String> parts = List.of(text.get().split(",", -1));
    if (parts.size() > most) {
      throw ApiException.badParameter(
          "%s: %d durations; give at most %d".formatted(name, parts.size(), most));
    }
    return parts.stream().map(part -> duration(name, part)).toList();
  }

  private static Duration duration(String name, String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw ApiException.badParameter(
          "%s: '%s' is not a duration; write a number with s, m, h or d, such as 7d"
              .formatted(name, text));
    }
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /** One of the labels of an enum, in lower case; the default if the parameter is absent. */
  public <E extends Enum<E>> E choice(String name, Class<E> type, E defaultValue) {
    Optional<String> text = text(name);
    if (text.isEmpty()) {
      return defaultValue;
    }
    return Arrays.stream(type.getEnumConstants())
        .filter(each -> label(each).equals(text.get()))
        .findFirst()
        .orElseThrow(
            () ->
                ApiException.badParameter(
                    "%s: '%s' is not one of %s"
                        .formatted(
                            name,
                            text.get(),
                            Arrays.stream(type.getEnumConstants())
                                .map(ApiQuery::label)
                                .collect(Collectors.joining(", ")))));
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether a parameter is {@code true} or {@code false}; empty if it is absent. */
  public Optional<Boolean> flag(String name) {
    return text(name)
        .map(
            text -> {
              if (!text.equals("true") && !text.equals("false")) {
                throw ApiException.badParameter(
                    "%s: '%s' is neither true nor false".formatted(name, text));
              }
              return text.equals("true");
            });
  }
}
