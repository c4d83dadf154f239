package io.tracemill.bench.svg;

import java.util.Locale;

/**
 * Shapes and words in SVG, in pixels from the upper left corner. By hand, since what a charting
 * library writes for a plot takes hundreds of kilobytes.
 */
public final class Drawing {
  public static final String BLACK = "black";
  public static final String BLUE = "#1f5fa8";
  public static final String ORANGE = "#d98b2b";
  public static final String GREY = "#888888";
  public static final String RED = "#bb0000";

  private static final String GRID = "#dddddd";

  private final StringBuilder svg = new StringBuilder();

  /** Where a text stands beside its point. */
  public enum Anchor {
    START,
    MIDDLE,
    END
  }

  /** An empty one. */
  public Drawing(int width, int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
            + " font-size=\"12\">",
        width, height);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
  }

  /** A line of the grid from left to right. */
  public void gridLine(double fromX, double toX, double y) {
    add(
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>",
        fromX, toX, y, y, GRID);
  }

  /** A filled rectangle, whose upper edge is at {@code top}. */
  public void rectangle(double x, double top, double width, double height, String color) {
    add(
        "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
        x, top, width, height, color);
  }

  /** A line through points, of which {@code xy} has x and y in turn. */
  public void curve(double[] xy, String color) {
    StringBuilder points = new StringBuilder();
    for (int i = 0; i < xy.length; i += 2) {
      points.append(String.format(Locale.ROOT, " %.1f,%.1f", xy[i], xy[i + 1]));
    }
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
        points.substring(Math.min(1, points.length())), color);
  }

  /** Words, none of which are markup. */
  public void text(double x, double y, Anchor anchor, String color, String text) {
    add(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>",
        x, y, anchor.name().toLowerCase(Locale.ROOT), color, text);
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  /** The file. */
  @Override
  public String toString() {
    return svg + "</svg>\n";
  }
}
