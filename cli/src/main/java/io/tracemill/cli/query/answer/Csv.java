package io.tracemill.cli.query.answer;

import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.util.List;

/** Comma-separated values (RFC 4180, without line ends). */
public final class Csv {
  private Csv() {}

  /** A line; cells are quoted if they have to be. */
  public static String line(List<String> cells) {
    return cells.stream().map(Csv::quoted).collect(joining(","));
  }

  /** A number without an exponent. */
  public static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  private static String quoted(String cell) {
    return cell.matches("(?s).*[\",\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }
}
