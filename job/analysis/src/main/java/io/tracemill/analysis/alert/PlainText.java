package io.tracemill.analysis.alert;

/** Names of others, as they may stand in a line that a person reads. */
final class PlainText {
  private static final int MAX_LENGTH = 80;
  private static final int REPLACEMENT = 0xFFFD;
  private static final String ELLIPSIS = "\u2026";

  private PlainText() {}

  /**
   * The name without what ends a line, hides or turns text around, and no longer than 80
   * characters.
   */
  static String of(String name) {
    StringBuilder text = new StringBuilder();
    int length = 0;
    for (int at = 0; at < name.length(); length++) {
      int character = name.codePointAt(at);
      at += Character.charCount(character);
      if (length == MAX_LENGTH - 1 && at < name.length()) {
        return text.append(ELLIPSIS).toString();
      }
      text.appendCodePoint(isPlain(character) ? character : REPLACEMENT);
    }
    return text.toString();
  }

  private static boolean isPlain(int character) {
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
