package io.tracemill.pipeline.alertmanager;

/** Texts that people read, whatever a sender put into its names. */
final class PlainText {
  private static final int REPLACEMENT = 0xFFFD;
  private static final String CUT = "\u2026";

  private PlainText() {}

  /**
   * {@code text} in one line: without control and format characters, which could hide what it says
   * or turn it around, and without lone surrogates, which no encoding of Unicode can hold.
   *
   * @param maxCodePoints of what is longer, the start, so that it is as long with the mark that
   *     says so
   */
  static String of(String text, int maxCodePoints) {
    int[] points = text.codePoints().limit(maxCodePoints + 1L).map(PlainText::plain).toArray();
    return points.length <= maxCodePoints
        ? new String(points, 0, points.length)
        : new String(points, 0, maxCodePoints - 1) + CUT;
  }

  private static int plain(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> ' ';
      case Character.FORMAT, Character.SURROGATE -> REPLACEMENT;
      default -> point;
    };
  }
}
