package io.tracemill.pipeline.config;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The syntax and range of a key's value.
 *
 * @param allowed the allowed values, for people: {@code a duration from 1s to 1h, such as 10s}
 * @param reader reads a written value; throws {@link IllegalArgumentException} if it is not of this
 *     type
 * @param accepts whether a value is in range
 * @param hidden whether messages must not show a value, since it may be a secret
 */
record ValueType<T>(
    String allowed, Function<Node, T> reader, Predicate<? super T> accepts, boolean hidden) {

  /** A type whose values messages may show. */
  ValueType(String allowed, Function<Node, T> reader, Predicate<? super T> accepts) {
    this(allowed, reader, accepts, false);
  }

  /** A type whose key {@link Key#allows says} what is allowed. */
  ValueType(Function<Node, T> reader, Predicate<? super T> accepts) {
    this("", reader, accepts, false);
  }

  /** The same type with other words for the allowed values. */
  ValueType<T> allowing(String words) {
    return new ValueType<>(words, reader, accepts, hidden);
  }

  /** The same type; messages do not show its values. */
  ValueType<T> notShown() {
    return new ValueType<>(allowed, reader, accepts, true);
  }

  /**
   * Reads and checks the value of the key with this path.
   *
   * @throws ConfigException with the key, the value and the allowed values
   */
  T read(String path, Node node) {
    T value;
    try {
      value = reader.apply(node);
    } catch (IllegalArgumentException e) {
      throw refused(path, node.shown());
    } catch (ConfigException e) {
      throw new ConfigException(path + ": " + e.getMessage());
    }
    return checked(path, value, node.shown());
  }

  /** Checks that the file could set this value too. */
  T checked(String path, T value, String shown) {
    if (!accepts.test(value)) {
      throw refused(path, shown);
    }
    return value;
  }

  private ConfigException refused(String path, String shown) {
    return new ConfigException(
        "%s: %s is not allowed; allowed: %s"
            .formatted(path, hidden ? "this" : "\"" + shown + "\"", allowed));
  }
}
