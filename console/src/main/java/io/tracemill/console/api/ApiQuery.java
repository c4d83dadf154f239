package io.tracemill.console.api;

import io.tracemill.analysis.span.Frame;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The parameters of a question. Each method refuses a bad value with a sentence that names it.
 *
 * @param parameters by name, as the sender wrote them
 */
public record ApiQuery(Map<String, String> parameters) {
  /** The longest text of a parameter, in characters. */
  private static final int MAX_LENGTH = 20_000;

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

  /** A text; empty if the parameter is absent or empty. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(parameters.get(name)).filter(text -> !text.isEmpty());
  }

  /** A text that must be there. */
  public String required(String name) {
    return text(name)
        .orElseThrow(
            () -> ApiException.badParameter("the parameter %s is missing".formatted(name)));
  }

  /** The endpoint of the parameters {@code service} and {@code operation}; both are required. */
  public Frame endpoint() {
    return Frame.of(required("service"), required("operation"));
  }

  /** The endpoint, or empty if neither parameter is there. */
  public Optional<Frame> optionalEndpoint() {
    return text("service").isEmpty() && text("operation").isEmpty()
        ? Optional.empty()
        : Optional.of(endpoint());
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

  /** A whole number within bounds, or the default if the parameter is absent. */
  public int number(String name, int defaultValue, int min, int max) {
    long value = number(name).orElse(defaultValue);
    if (value < min || value > max) {
      throw ApiException.badParameter(
          "%s: %d is not from %d to %d".formatted(name, value, min, max));
    }
    return (int) value;
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
                    "%s: '%s' is none of %s"
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

  /** Whether a parameter is {@code true}. */
  public boolean flag(String name) {
    return text(name).filter("true"::equals).isPresent();
  }
}
