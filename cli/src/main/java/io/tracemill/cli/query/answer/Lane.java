package io.tracemill.cli.query.answer;

import io.tracemill.cli.screen.Wording;
import io.tracemill.cli.terminal.Terminal;

/** Text of a fixed width: names of calls, and bars. */
public final class Lane {
  private static final int DEFAULT_COLUMNS = 80;
  private static final int MAX_COLUMNS = 200;
  private static final int MAX_INDENT = 12;

  private Lane() {}

  /** The width of the terminal; 80 if there is none. */
  public static int columns() {
    return Terminal.isPresent()
        ? Terminal.now()
            .map(terminal -> Math.max(DEFAULT_COLUMNS, Math.min(MAX_COLUMNS, terminal.columns())))
            .orElse(DEFAULT_COLUMNS)
        : DEFAULT_COLUMNS;
  }

  /** A name, indented by its depth. */
  static String indented(int depth, String name) {
    return " ".repeat(Math.min(MAX_INDENT, depth)) + Wording.printable(name);
  }

  /** The text, cut or padded. */
  static String fit(String text, int width) {
    String cut = cut(text, width);
    return cut + " ".repeat(width - cut.length());
  }

  /** The text, cut if it is too long. */
  static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 3)) + "...";
  }

  /** A bar over a share of the width, at least one character. */
  static String bar(double share, int width) {
    int length = (int) Math.round(share * width);
    return "=".repeat(Math.max(1, Math.min(width, length)));
  }
}
