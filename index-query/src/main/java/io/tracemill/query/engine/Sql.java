package io.tracemill.query.engine;

import static java.util.stream.Collectors.joining;

import java.util.Collection;
import java.util.Locale;

/** Writes values as SQL. */
public final class Sql {
  private Sql() {}

  /** A string literal. */
  public static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** A literal of type DOUBLE; one without an exponent would be a decimal, which overflows. */
  public static String number(double value) {
    return String.format(Locale.ROOT, "%.17e", value);
  }

  /** A list of string literals. */
  public static String texts(Collection<?> values) {
    return values.stream().map(value -> text(value.toString())).collect(joining(", ", "[", "]"));
  }
}
