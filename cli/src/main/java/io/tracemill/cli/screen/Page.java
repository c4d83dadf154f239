package io.tracemill.cli.screen;

import java.util.List;

/** Text under way, no line of it wider than {@link #WIDTH} columns. */
final class Page {
  static final int WIDTH = 100;

  private final StringBuilder text = new StringBuilder();

  /** A line as it is, its middle left out where it is too long. */
  void line(String line) {
    text.append(Wording.shorten(line, WIDTH).stripTrailing()).append('\n');
  }

  void blank() {
    text.append('\n');
  }

  void rule() {
    line("-".repeat(WIDTH));
  }

  /**
   * Pieces behind {@code lead}, broken between pieces where the line is full; further lines are
   * indented as wide as the lead.
   */
  void flow(String lead, List<String> pieces, String separator) {
    String indent = " ".repeat(lead.length());
    int room = WIDTH - lead.length();
    StringBuilder line = new StringBuilder();
    String before = lead;
    for (int i = 0; i < pieces.size(); i++) {
      String end = i == pieces.size() - 1 ? "" : separator;
      String piece = Wording.shorten(pieces.get(i), room - end.length()) + end;
      if (!line.isEmpty() && line.length() + piece.stripTrailing().length() > room) {
        line(before + line);
        before = indent;
        line.setLength(0);
      }
      line.append(piece);
    }
    line(before + line);
  }

  /** Words behind {@code lead}, broken between words. */
  void prose(String lead, String sentences) {
    flow(lead, List.of(sentences.split(" ", -1)), " ");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
