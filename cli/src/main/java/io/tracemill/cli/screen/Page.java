package io.tracemill.cli.screen;

import io.tracemill.cli.terminal.TerminalSize;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text under way, no line of it wider than the page but one that has a long link. */
public final class Page {
  /** Columns of a page that is read elsewhere than on a terminal of less. */
  static final int WIDTH = 100;

  /** What stands before names takes so much that less would leave no room for them. */
  private static final int LEAST_WIDTH = 70;

  private static final Pattern LINK = Pattern.compile("https?://");

  private final int width;
  private final StringBuilder text = new StringBuilder();

  /** An empty page that is read elsewhere than on a terminal. */
  public Page() {
    this(WIDTH);
  }

  private Page(int width) {
    this.width = width;
  }

  /** One whose lines fit a terminal, unless that is very narrow. */
  static Page on(TerminalSize size) {
    return new Page(Math.max(LEAST_WIDTH, Math.min(WIDTH, size.columns())));
  }

  /** A line as it is, its middle left out where it is too long. */
  public void line(String line) {
    text.append(Wording.shorten(line, width).stripTrailing()).append('\n');
  }

  void blank() {
    text.append('\n');
  }

  /** Everything of another page. */
  void append(Page other) {
    text.append(other);
  }

  void rule() {
    line("-".repeat(width));
  }

  /**
   * Pieces behind {@code lead}, broken between pieces where the line is full; further lines are
   * indented as wide as the lead. A piece that is wider than a line is broken too, but not a link,
   * which would lead nowhere.
   */
  void flow(String lead, List<String> pieces, String separator) {
    String indent = " ".repeat(lead.length());
    int room = width - lead.length();
    StringBuilder line = new StringBuilder();
    String before = lead;
    for (int i = 0; i < pieces.size(); i++) {
      String piece = pieces.get(i) + (i == pieces.size() - 1 ? "" : separator);
      for (String part : parts(piece, room)) {
        if (!line.isEmpty() && line.length() + part.stripTrailing().length() > room) {
          whole(before + line);
          before = indent;
          line.setLength(0);
        }
        line.append(part);
      }
    }
    whole(before + line);
  }

  private void whole(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  private static List<String> parts(String piece, int room) {
    if (LINK.matcher(piece).lookingAt()) {
      return List.of(piece);
    }
    List<String> parts = new ArrayList<>();
    int from = 0;
    while (piece.substring(from).stripTrailing().length() > room) {
      int end = Character.isHighSurrogate(piece.charAt(from + room - 1)) ? room - 1 : room;
      parts.add(piece.substring(from, from + end));
      from += end;
    }
    parts.add(piece.substring(from));
    return parts;
  }

  /** Words behind {@code lead}, broken between words. */
  public void prose(String lead, String sentences) {
    flow(lead, List.of(sentences.split(" ", -1)), " ");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
