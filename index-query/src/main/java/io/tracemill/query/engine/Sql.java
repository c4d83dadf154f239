package io.tracemill.query.engine;

import static java.util.stream.Collectors.joining;

import java.util.Collection;

/** Writes values as SQL. */
public final class Sql {
  private Sql() {}

  /** A string literal. */
  public static String text(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  /** A list of string literals. */
  public static String texts(Collection<?> values) {
    return values.stream().map(value -> text(value.toString())).collect(joining(", ", "[", "]"));
  }
}
