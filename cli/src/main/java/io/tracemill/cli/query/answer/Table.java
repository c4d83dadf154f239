package io.tracemill.cli.query.answer;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Aligned columns. If they are wider than the screen, the longest names are shortened. */
final class Table {
  private static final String GAP = "  ";

  /** Names keep this many characters, as many as an id has. */
  private static final int MIN_NAME = 32;

  private final List<Column> columns = new ArrayList<>();

  /** The cells of a column, the first of which is its heading. */
  private record Column(List<String> cells, boolean left, boolean names) {
    int width() {
      return cells.stream().mapToInt(String::length).max().orElse(0);
    }

    /** Shortens names; spaces before them show how deep they are. */
    Column narrowed(int width) {
      List<String> names = cells.stream().map(String::stripLeading).toList();
      int indent =
          IntStream.range(0, cells.size())
              .map(i -> cells.get(i).length() - names.get(i).length())
              .max()
              .orElse(0);
      ShortNames shorter = ShortNames.of(names, Math.max(MIN_NAME / 2, width - indent));
      return new Column(
          IntStream.range(0, cells.size())
              .mapToObj(
                  i ->
                      cells.get(i).substring(0, cells.get(i).length() - names.get(i).length())
                          + shorter.of(names.get(i)))
              .toList(),
          left,
          true);
    }

    List<String> aligned() {
      int width = width();
      return cells.stream()
          .map(
              cell -> {
                String padding = " ".repeat(width - cell.length());
                return left ? cell + padding : padding + cell;
              })
          .toList();
    }
  }

  /** Adds a column of figures, or of texts that cannot be shortened. */
  void add(List<String> cells, boolean left) {
    columns.add(new Column(cells, left, false));
  }

  /** Adds a column of names. */
  void addNames(List<String> cells) {
    columns.add(new Column(cells, true, true));
  }

  /** Its lines, without spaces at their ends. */
  List<String> lines(OptionalInt screen) {
    screen.ifPresent(this::fit);
    List<List<String>> aligned = columns.stream().map(Column::aligned).toList();
    int rows = aligned.stream().mapToInt(List::size).findFirst().orElse(0);
    return IntStream.range(0, rows)
        .mapToObj(
            row ->
                aligned.stream().map(cells -> cells.get(row)).collect(joining(GAP)).stripTrailing())
        .toList();
  }

  /** Takes from the widest columns of names what the screen lacks. */
  private void fit(int screen) {
    int[] widths = columns.stream().mapToInt(Column::width).toArray();
    int excess = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - screen;
    for (; excess > 0; excess--) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (columns.get(i).names && widths[i] > (widest < 0 ? MIN_NAME : widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        break;
      }
      widths[widest]--;
    }
    for (int i = 0; i < widths.length; i++) {
      if (widths[i] < columns.get(i).width()) {
        columns.set(i, columns.get(i).narrowed(widths[i]));
      }
    }
  }
}
