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

  /** A call, indented by its depth. */
  public static String call(int depth, String name, int width) {
    String text = " ".repeat(Math.min(MAX_INDENT, depth)) + Wording.printable(name);
    return fit(text, width);
  }

  /** The text, cut or padded. */
  public static String fit(String text, int width) {
    return text.length() <= width
        ? text + " ".repeat(width - text.length())
        : text.substring(0, Math.max(0, width - 3)) + "...";
  }

  /** A bar over a share of the width, at least one character. */
  public static String bar(double share, int width) {
    int length = (int) Math.round(share * width);
    return "=".repeat(Math.max(1, Math.min(width, length)));
  }
}
