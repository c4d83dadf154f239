package io.tracemill.connectors.json;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Makes any name of a sender valid for records. */
public final class WellFormed {
  /** Bytes that a character takes at most in a JSON string. */
  private static final long MAX_JSON_BYTES = 6;

  private static final char REPLACEMENT = '\uFFFD';
  private static final String CUT = "...";

  private WellFormed() {}

  /** {@code text} with every lone surrogate replaced, because no Unicode encoding can hold one. */
  public static String text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return text.codePoints()
            .map(
                c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? REPLACEMENT : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
      }
    }
    return text;
  }

  /** The same; if longer than {@code maxBytes} of JSON, dots replace its end. */
  public static String text(String text, int maxBytes) {
    if (maxBytes >= MAX_JSON_BYTES * text.length() || jsonBytes(text) <= maxBytes) {
      return text(text);
    }
    int bytes = CUT.length();
    int end = 0;
    while (end < text.length() && bytes + jsonBytes(text.charAt(end)) <= maxBytes) {
      bytes += jsonBytes(text.charAt(end++));
    }
    boolean halvesPair = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text(text.substring(0, halvesPair ? end - 1 : end)) + CUT;
  }

  /** A key of {@code parts} with NUL between them; a NUL inside a part is replaced. */
  public static byte[] key(String... parts) {
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      key.append(i == 0 ? "" : "\0").append(text(parts[i]).replace('\0', REPLACEMENT));
    }
    return key.toString().getBytes(UTF_8);
  }

  /** Bytes that {@code text} takes at most between the quotes of a JSON string in UTF-8. */
  public static int jsonBytes(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += jsonBytes(text.charAt(i));
    }
    return bytes;
  }

  private static int jsonBytes(char c) {
    if (c < 0x20 || Character.isSurrogate(c)) {
      return (int) MAX_JSON_BYTES;
    }
    if (c < 0x80) {
      return c == '"' || c == '\\' ? 2 : 1;
    }
    return c < 0x800 ? 2 : 3;
  }
}
