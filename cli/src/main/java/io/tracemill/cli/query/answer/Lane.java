package io.tracemill.cli.query.answer;

import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.Terminal;
import java.util.OptionalInt;

/** Text of a fixed width: names of calls, and bars. */
public final class Lane {
  private static final int MAX_DRAWING = 160;
  private static final int MIN_COLUMNS = 80;
  private static final int MAX_INDENT = 12;

  private Lane() {}

  /** The columns of the terminal, at least 80; empty if the text goes elsewhere. */
  public static OptionalInt columns() {
    return Terminal.isPresent()
        ? OptionalInt.of(
            Terminal.now()
                .map(terminal -> Math.max(MIN_COLUMNS, terminal.columns()))
                .orElse(MIN_COLUMNS))
        : OptionalInt.empty();
  }

  /** The columns of a drawing: those of the terminal, or 160 if there are more or is none. */
  public static int drawing() {
    return Math.min(MAX_DRAWING, columns().orElse(MAX_DRAWING));
  }

  /** A name, indented by its depth. */
  static String indented(int depth, String name) {
    return " ".repeat(Math.min(MAX_INDENT, depth)) + Wording.printable(name);
  }

  /** A bar over a share of the width, at least one character. */
  static String bar(double share, int width) {
    int length = (int) Math.round(share * width);
    return "=".repeat(Math.max(1, Math.min(width, length)));
  }
}
