package io.tracemill.cli.screen;

import static java.util.stream.Collectors.joining;

import io.tracemill.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;
import picocli.CommandLine.Help.Ansi.Style;

/** Text in blocks, no line of it wider than the page but one that has a link. */
public final class Page {
  /** Columns of a page, except on a terminal of less. */
  static final int WIDTH = 100;

  /** Figures take so much that less would leave no room for names. */
  private static final int LEAST_WIDTH = 60;

  /** Looks like a space, but no line ends at it. */
  static final char UNBROKEN_SPACE = '\u00a0';

  /** What a block is: where there is no room for all, the last ones of the last rank go first. */
  enum Rank {
    TOP,
    INCIDENT,
    LINK,
    ENDPOINT,
    DETAIL,
    ACCOUNTS,
    LEGEND
  }

  /** A line; its first characters have the style where there are colours. */
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

  /** An empty page that is read elsewhere than on a terminal. */
  public Page() {
    this(WIDTH);
  }

  /** An empty page for so many columns. */
  Page(int columns) {
    width = Math.max(LEAST_WIDTH, Math.min(WIDTH, columns));
    begin(Rank.TOP);
  }

  /** What follows is a block of this rank. */
  void begin(Rank rank) {
    blocks.add(new Block(rank, new ArrayList<>()));
  }

  /**
   * Words behind {@code lead}, broken between words; further lines are indented as wide as the
   * lead. A word that is wider than a line is broken too, but not a link, which would lead nowhere.
   */
  public void prose(String lead, String sentences) {
    prose(Style.reset, lead, sentences);
  }

  /** The same; the lead has a style where there are colours. */
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

  /** Leaves out what matters least, and says so, until the page fits into so many rows. */
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
        String note = "  and %s more, for which there is no room".formatted(Wording.number(left));
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

  /** Its lines for a terminal, as many as fit into so many rows. */
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
