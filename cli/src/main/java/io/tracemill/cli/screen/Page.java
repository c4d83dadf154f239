package io.tracemill.cli.screen;

import static java.util.stream.Collectors.joining;

import io.tracemill.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine.Help.Ansi.Style;

/** Text in blocks. No line is wider than the page, except lines with a link. */
public final class Page {
  /** Columns of a page; a narrower terminal has fewer. */
  static final int WIDTH = 100;

  /** With fewer columns, the figures would leave no room for names. */
  private static final int LEAST_WIDTH = 60;

  /** Looks like a space, but lines do not break at it. */
  static final char UNBROKEN_SPACE = '\u00a0';

  /**
   * The kinds of block. Without enough room, the last blocks of the last rank are dropped first.
   */
  enum Rank {
    TOP,
    INCIDENT,
    LINK,
    ENDPOINT,
    DETAIL,
    ACCOUNTS,
    LEGEND
  }

  /** A line, whose first {@code styled} characters have the style if colours are on. */
  private record Line(String text, int styled, Style style) {
    String inColours() {
      return styled == 0
          ? text
          : style.on() + text.substring(0, styled) + Style.reset.on() + text.substring(styled);
    }

    int rows(int columns) {
      return Math.max(1, (text.length() + columns - 1) / columns);
    }
  }

  private record Block(Rank rank, List<Line> lines) {}

  private final int width;
  private final List<Block> blocks = new ArrayList<>();

  /** An empty page for any output other than a terminal. */
  public Page() {
    this(WIDTH);
  }

  /** An empty page with this many columns, within limits. */
  public Page(int columns) {
    width = Math.max(LEAST_WIDTH, Math.min(WIDTH, columns));
    begin(Rank.TOP);
  }

  /** Starts a block of this rank. */
  void begin(Rank rank) {
    blocks.add(new Block(rank, new ArrayList<>()));
  }

  /**
   * Adds words after {@code lead}, with line breaks between words; further lines are indented by
   * the width of the lead. A word that is wider than a line is broken too, except a link, which
   * would no longer work.
   */
  public void prose(String lead, String sentences) {
    prose(Style.reset, lead, sentences);
  }

  /** The same; the lead has a style if colours are on. */
  void prose(Style style, String lead, String sentences) {
    boolean breakable = !sentences.contains("://");
    String wrapped = WordUtils.wrap(sentences, width - lead.length(), "\n", breakable, " ");
    String before = lead;
    int styled = style == Style.reset ? 0 : lead.stripTrailing().length();
    for (String line : wrapped.split("\n", -1)) {
      String text = (before + line).stripTrailing().replace(UNBROKEN_SPACE, ' ');
      blocks.get(blocks.size() - 1).lines().add(new Line(text, styled, style));
      before = " ".repeat(lead.length());
      styled = 0;
    }
  }

  /** Drops the least important blocks, and says so, until the page fits into this many rows. */
  void fit(Terminal size, int rows) {
    for (int rank = Rank.values().length - 1; rank > 0; rank--) {
      int left = 0;
      int gap = 0;
      for (int i = blocks.size() - 1; i > 0; i--) {
        if (blocks.get(i).rank().ordinal() == rank
            && rows(size) > rows - (left > 0 && isCounted(rank) ? 1 : 0)) {
          blocks.remove(i);
          left++;
          gap = i;
        }
      }
      if (left > 0 && isCounted(rank)) {
        String note = "  and %s more; the terminal is too small".formatted(Wording.number(left));
        blocks.add(gap, new Block(Rank.TOP, List.of(new Line(note, 0, Style.reset))));
      }
    }
  }

  private static boolean isCounted(int rank) {
    return rank == Rank.INCIDENT.ordinal() || rank == Rank.ENDPOINT.ordinal();
  }

  private int rows(Terminal size) {
    return lines().mapToInt(line -> line.rows(size.columns())).sum();
  }

  private Stream<Line> lines() {
    return blocks.stream().flatMap(block -> block.lines().stream());
  }

  /** Its lines for a terminal with this many rows. */
  List<String> lines(Terminal size, int rows, boolean colours) {
    List<String> shown = new ArrayList<>();
    int taken = 0;
    for (Line line : lines().toList()) {
      taken += line.rows(size.columns());
      if (taken <= rows) {
        shown.add(colours ? line.inColours() : line.text());
      }
    }
    return shown;
  }

  @Override
  public String toString() {
    return lines().map(line -> line.text() + "\n").collect(joining());
  }
}
