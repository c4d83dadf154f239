package io.tracemill.pipeline.config;

import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the value of a key is written and what it may be.
 *
 * @param allowed what may be written, for people: {@code a duration from 1s to 1h, such as 10s}
 * @param reader reads what was written; throws {@link IllegalArgumentException} for what it is not
 * @param accepts whether a value is in range
 */
record ValueType<T>(String allowed, Function<Node, T> reader, Predicate<? super T> accepts) {

  /** Reads a value that was written, and checks it. */
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
