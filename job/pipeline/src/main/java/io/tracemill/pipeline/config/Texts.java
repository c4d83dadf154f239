package io.tracemill.pipeline.config;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.view.tprof.RequestTypes;
import io.tracemill.analysis.view.tprof.RequestTypes.Division;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types of values that are words or texts, or lists of them. */
final class Texts {
  static final String ANY = "(?s).*";
  static final String NOT_BLANK = "(?s).*\\S.*";

  private static final Predicate<String> TRACE_LINK =
      Pattern.compile("(?=.*\\{traceId})https?://([^{}]|\\{(traceId|startMillis|endMillis)})*")
          .asMatchPredicate();

  private static final Pattern DIVISION = Pattern.compile("(attribute|service) +(\\S.*)");

  private Texts() {}

  static ValueType<Boolean> bool() {
    return new ValueType<>(
        "true or false", node -> oneOf(List.of(true, false), node), value -> true);
  }

  /** One of the constants of {@code type}, written as {@link #label}. */
  static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    return new ValueType<>(
        "one of " + labels(constants), node -> oneOf(constants, node), value -> true);
  }

  /** A list of different constants. */
  static <E extends Enum<E>> ValueType<Set<E>> someOf(Class<E> type) {
    List<E> constants = List.of(type.getEnumConstants());
    return new ValueType<>(
        "a list of %s, [] for none".formatted(labels(constants)),
        node -> different(node.items().stream().map(item -> oneOf(constants, item)).toList()),
        value -> true);
  }

  private static <T> Set<T> different(List<T> list) {
    Set<T> set = Set.copyOf(list);
    if (set.size() < list.size()) {
      throw new IllegalArgumentException("an item is given twice");
    }
    return set;
  }

  /** Its name in files: {@code AT_LEAST_ONCE} is {@code at-least-once}. */
  static String label(Object constant) {
    return constant.toString().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String labels(List<?> values) {
    return values.stream().map(Texts::label).collect(joining(", "));
  }

  static <T> T oneOf(List<T> values, Node node) {
    return values.stream()
        .filter(value -> label(value).equals(node.text()))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(node.shown()));
  }

  /** Any text but a blank one. */
  static ValueType<String> text() {
    return text(NOT_BLANK);
  }

  /** A text that matches a regular expression. */
  static ValueType<String> text(String regex) {
    return text(Pattern.compile(regex).asMatchPredicate());
  }

  static ValueType<String> text(Predicate<String> accepts) {
    return new ValueType<>(Node::text, accepts);
  }

  /** Nothing, or an address with a placeholder for a trace's id, and optionally for its time. */
  static boolean isTraceLink(String text) {
    return text.isEmpty()
        || (TRACE_LINK.test(text) && isAddress(text.replaceAll("[{}]|[?#].*", "")));
  }

  /** Nothing, or an address of a web server, without user, query and fragment. */
  static boolean isAddress(String text) {
    return text.isEmpty() || server(text).filter(at -> at.getRawQuery() == null).isPresent();
  }

  /** Nothing, or an address of a web server, without user and fragment. */
  static boolean isAddressWithQuery(String text) {
    return text.isEmpty() || server(text).isPresent();
  }

  private static Optional<URI> server(String text) {
    try {
      return Optional.of(new URI(text))
          .filter(address -> address.getHost() != null && text.matches("https?://.*"))
          .filter(at -> at.getRawUserInfo() == null && at.getRawFragment() == null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /**
   * A text that matches a regular expression and is a secret: the file holds a reference to it,
   * never the secret itself.
   */
  static ValueType<String> secret(String regex) {
    return secret(Pattern.compile(regex).asMatchPredicate());
  }

  static ValueType<String> secret(Predicate<String> accepts) {
    Function<Node, String> reader =
        node -> {
          if (accepts.test(node.text())) {
            Secrets.checkText(node);
          }
          return node.text();
        };
    return new ValueType<>(reader, accepts).notShown();
  }

  /** Texts that match a regular expression. If one begins with {@code ^}, it must itself be one. */
  static ValueType<List<String>> list(int least, int most, String regex) {
    Predicate<String> accepts = Pattern.compile(regex).asMatchPredicate();
    return new ValueType<>(
        node -> node.items().stream().map(Texts::compiled).toList(),
        value -> value.size() >= least && value.size() <= most && value.stream().allMatch(accepts));
  }

  private static String compiled(Node node) {
    return node.text().startsWith("^") ? Pattern.compile(node.text()).pattern() : node.text();
  }

  static ValueType<List<EndpointPattern>> patterns() {
    return new ValueType<>(
        "a list of {service: PATTERN, operation: PATTERN}, * for any run of characters",
        node -> node.items().stream().map(Texts::pattern).toList(),
        value -> true);
  }

  private static EndpointPattern pattern(Node node) {
    Node service = node.entries().get("service");
    Node operation = node.entries().get("operation");
    if (service == null || operation == null || node.entries().size() > 2) {
      throw new IllegalArgumentException(node.shown());
    }
    return new EndpointPattern(service.text(), operation.text());
  }

  /** A value that a function reads, with an {@link IllegalArgumentException} for a wrong text. */
  static <T> ValueType<T> parsed(Function<String, T> function) {
    return new ValueType<>(node -> function.apply(node.text()), value -> true);
  }

  /** {@code endpoint}, {@code attribute NAME} or {@code service NAME}. */
  static RequestTypes requestTypes(String text) {
    Matcher division = DIVISION.matcher(text);
    if (text.equals("endpoint")) {
      return RequestTypes.endpoints();
    }
    if (!division.matches()) {
      throw new IllegalArgumentException(text);
    }
    return new RequestTypes(
        Division.valueOf(division.group(1).toUpperCase(Locale.ROOT)), division.group(2));
  }

  /** {@code committed}, {@code latest}, {@code earliest}, or a time since 1970. */
  static StartPosition startPosition(String text) {
    for (StartPosition.Named named : StartPosition.Named.values()) {
      if (label(named).equals(text)) {
        return named;
      }
    }
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (time.isBefore(Instant.EPOCH)) {
        throw new IllegalArgumentException(text);
      }
      return new StartPosition.At(time);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
