package io.tracemill.cli.query.answer;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What text and comma-separated values show of an answer, by the names in its JSON.
 *
 * <p>A column is {@code heading=kind:path}; heading and kind may be absent. The path names a field,
 * with dots for fields of fields. The kind is one of {@link Column.Kind}.
 *
 * @param heading columns of the whole answer, before the table
 * @param rows paths of the arrays whose elements are the rows
 * @param columns columns of rows in text; comma-separated values have all fields
 */
public record Layout(List<Column> heading, List<String> rows, List<Column> columns) {
  /** A figure of an answer or of a row. */
  public record Column(String heading, Kind kind, List<String> path) {
    /** How a figure is shown. */
    public enum Kind {
      /** By its name: durations, times, shares, counts. */
      PLAIN,
      /** A duration, whatever its name. */
      TIME,
      /** A bar, as a share of the largest figure. */
      BAR,
      /** A share of the largest figure; smaller rows than 0.5 % are left out. */
      SHARE,
      /** A duration for each request. */
      EACH,
      /** The service and operation of a row, indented by its depth. */
      CALL,
      /** As it is. */
      RAW
    }

    static Column of(String text) {
      int equals = text.indexOf('=');
      String rest = text.substring(equals + 1);
      int colon = rest.indexOf(':');
      String path = rest.substring(colon + 1);
      String name = path.substring(path.lastIndexOf('.') + 1);
      return new Column(
          equals >= 0 ? text.substring(0, equals) : name.replace("Nanos", ""),
          colon < 0 ? Kind.PLAIN : Kind.valueOf(rest.substring(0, colon).toUpperCase(Locale.ROOT)),
          List.of(path.split("\\.")));
    }
  }

  /** Rows in one array, or in several with a bar between their paths. */
  public static Layout rows(String paths, String... columns) {
    return new Layout(List.of(), List.of(paths.split("\\|")), columns(columns));
  }

  /** Rows of columns with any names, shown as they are. */
  public static Layout raw(String path, List<String> names) {
    return new Layout(
        List.of(),
        List.of(path),
        names.stream().map(name -> new Column(name, Column.Kind.RAW, List.of(name))).toList());
  }

  /** The same below a line of figures of the whole answer. */
  public Layout below(String... figures) {
    return new Layout(columns(figures), rows, columns);
  }

  private static List<Column> columns(String... texts) {
    return Arrays.stream(texts).map(Column::of).toList();
  }
}
