package io.tracemill.store.engine;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.Locale;

/** Writes values as SQL. */
public final class Sql {
  private Sql() {}

  /** A string as an expression: a literal, or several where it has a NUL, which would end one. */
  public static String text(String value) {
    String literal = "'" + value.replace("'", "''") + "'";
    return literal.indexOf('\0') < 0
        ? literal
        : "(" + literal.replace("\0", "' || chr(0) || '") + ")";
  }

  /** A literal of type DOUBLE; one without an exponent would be a decimal, which overflows. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.17e", value);
  }

  /** The condition that a row is of this endpoint. */
  public static String isOf(Frame endpoint) {
    return "service = %s AND operation = %s"
        .formatted(text(endpoint.service()), text(endpoint.operation()));
  }

  /** A list of string literals. */
  public static String texts(Collection<?> values) {
    return values.stream().map(value -> text(value.toString())).collect(joining(", ", "[", "]"));
  }
}
