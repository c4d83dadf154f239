package io.tracemill.cli.query.answer;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.cli.screen.Wording;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * An answer in rows and columns, as text or as comma-separated values. Rows are of any type; a
 * column takes its cell from them.
 */
public final class Table<T> {
  private static final String GAP = "  ";

  private record Column<T>(
      String name,
      String heading,
      boolean left,
      Function<T, String> text,
      Function<T, Object> value) {}

  private final List<T> rows;
  private final List<Column<T>> columns = new ArrayList<>();

  public Table(List<T> rows) {
    this.rows = rows;
  }

  /** A column of names, at the left of its cells. */
  public Table<T> names(String name, Function<T, String> cell) {
    return with(
        new Column<>(name, name, true, row -> Wording.printable(cell.apply(row)), cell::apply));
  }

  /** A column of durations; the heading drops the unit from the name. */
  public Table<T> nanos(String name, Function<T, ? extends Number> cell) {
    return number(
        name,
        name.replace("Nanos", ""),
        cell,
        row -> Figures.duration(cell.apply(row).longValue()));
  }

  public Table<T> counts(String name, Function<T, ? extends Number> cell) {
    return number(
        name, name, cell, row -> Figures.count(Math.round(cell.apply(row).doubleValue())));
  }

  public Table<T> shares(String name, Function<T, Double> cell) {
    return number(name, name, cell, row -> Figures.percent(cell.apply(row)));
  }

  /** A column of numbers with two digits after the point. */
  public Table<T> ratios(String name, Function<T, Double> cell) {
    return number(name, name, cell, row -> "%.2f".formatted(cell.apply(row)));
  }

  private Table<T> number(
      String name, String heading, Function<T, ? extends Number> cell, Function<T, String> text) {
    return with(new Column<>(name, heading, false, text, cell::apply));
  }

  private Table<T> with(Column<T> column) {
    columns.add(column);
    return this;
  }

  /** Lines of aligned cells below a line of headings. */
  public List<String> lines() {
    List<List<String>> cells = new ArrayList<>();
    cells.add(columns.stream().map(Column::heading).toList());
    rows.forEach(row -> cells.add(columns.stream().map(column -> column.text.apply(row)).toList()));
    int[] widths = new int[columns.size()];
    for (List<String> line : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    return cells.stream().map(line -> aligned(line, widths)).toList();
  }

  private String aligned(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? "" : GAP);
      line.append(columns.get(i).left ? cells.get(i) + padding : padding + cells.get(i));
    }
    return line.toString().stripTrailing();
  }

  /** Lines of comma-separated values below one of names (RFC 4180, without line ends). */
  public List<String> csv() {
    List<String> lines = new ArrayList<>();
    lines.add(columns.stream().map(Column::name).map(Table::quoted).collect(joining(",")));
    for (T row : rows) {
      lines.add(
          columns.stream()
              .map(column -> quoted(plain(column.value.apply(row))))
              .collect(joining(",")));
    }
    return lines;
  }

  private static String plain(Object value) {
    return value instanceof Double number && Double.isFinite(number)
        ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
        : value.toString();
  }

  private static String quoted(String cell) {
    return cell.matches("(?s).*[\",\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }
}
