package io.tracemill.pipeline.config;

import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Types of values that are one or several of a fixed set of words. */
final class Choices {
  private Choices() {}

  static ValueType<Boolean> bool() {
    return new ValueType<>(
        "true or false", node -> parseBoolean(ValueType.text(node)), value -> true);
  }

  /** One of the constants of {@code type}, written as {@link #label}. */
  static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
    return new ValueType<>("one of " + labels(type), node -> parse(type, node), value -> true);
  }

  /** An encoding's label, or {@code auto}. */
  static ValueType<String> encoding() {
    String auto = EncodingDetector.AUTO;
    return new ValueType<>(
        "one of " + auto + ", " + labels(Encoding.class),
        ValueType::text,
        value -> value.equals(auto) || Encoding.ofLabel(value).isPresent());
  }

  /** A list of different constants. */
  static <E extends Enum<E>> ValueType<Set<E>> someOf(Class<E> type) {
    return new ValueType<>(
        "a list of " + labels(type) + ", [] for none", node -> parseSet(type, node), value -> true);
  }

  /**
   * The constant's name in files: {@code AT_LEAST_ONCE} is {@code at-least-once}; Kafka's encodings
   * keep the underscore.
   */
  static String label(Enum<?> constant) {
    return constant instanceof Encoding encoding
        ? encoding.label()
        : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <E extends Enum<E>> String labels(Class<E> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Choices::label)
        .collect(Collectors.joining(", "));
  }

  private static <E extends Enum<E>> E parse(Class<E> type, Node node) {
    String text = ValueType.text(node);
    return Arrays.stream(type.getEnumConstants())
        .filter(constant -> label(constant).equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(text));
  }

  private static <E extends Enum<E>> Set<E> parseSet(Class<E> type, Node node) {
    if (!(node instanceof Node.Sequence sequence)) {
      throw new IllegalArgumentException(node.shown());
    }
    EnumSet<E> set = EnumSet.noneOf(type);
    for (Node item : sequence.items()) {
      if (!set.add(parse(type, item))) {
        throw new IllegalArgumentException(item.shown());
      }
    }
    return Set.copyOf(set);
  }

  private static boolean parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException(text);
    };
  }
}
