package io.tracemill.pipeline.alertmanager;

/** Makes safe texts for people from any names that a sender chose. */
final class PlainText {
  private static final int REPLACEMENT = 0xFFFD;
  private static final String CUT = "\u2026";

  private PlainText() {}

  /**
   * {@code text} in one line. It has no control or format characters, which could hide or reverse
   * text, and no lone surrogates, which Unicode cannot encode.
   *
   * @param maxCodePoints longer text is cut to this length, including the mark of the cut
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
