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
 */
record ValueType<T>(String allowed, Function<Node, T> reader, Predicate<? super T> accepts) {

  /** Reads and checks a written value. */
  T read(Node node) {
    T value = reader.apply(node);
    if (!accepts.test(value)) {
      throw new IllegalArgumentException(node.shown());
    }
    return value;
  }

  static String text(Node node) {
    if (node instanceof Node.Scalar scalar) {
      return scalar.text();
    }
    throw new IllegalArgumentException(node.shown());
  }
}
