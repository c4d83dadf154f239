package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Random;

/** JSON of any shape, and what is nearly JSON. */
public final class RandomJson {
  private static final String[] TEXTS = {
    "",
    "a",
    "startTime",
    "duration",
    "é",
    "日本",
    "😀",
    "/",
    "{[}],:",
    "x".repeat(20),
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\u0041",
    "\\u00e9",
    "\\uD83D\\ude00",
    "\u007f"
  };

  /** No member can be called so. */
  private static final String LONE_SURROGATE = "\"\\ud800\"";

  private static final String[] SCALARS = {
    LONE_SURROGATE,
    "null",
    "true",
    "false",
    "0",
    "-0",
    "17",
    "-5",
    "1.5",
    "1e3",
    "-2.5E-3",
    "0.1e+5",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "123456789012345678901234567890"
  };
  private static final String[] SPACES = {"", "", "", "", " ", "\n", "\t\r\n  "};

  /** What most changes the meaning of JSON where it stands. */
  private static final byte[] SIGNS = "{}[]\",:\\u09aft-+.eE \n\u0001é日😀".getBytes(UTF_8);

  private final Random random;

  public RandomJson(Random random) {
    this.random = random;
  }

  /** A value with at most so many objects and arrays within each other. */
  public String value(int depth) {
    int kind = random.nextInt(depth > 0 ? 5 : 2);
    return space() + (kind < 2 ? scalar() : kind < 4 ? object(depth) : array(depth)) + space();
  }

  private String scalar() {
    return random.nextBoolean() ? string() : pick(SCALARS);
  }

  private String string() {
    StringBuilder text = new StringBuilder("\"");
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(pick(TEXTS));
    }
    return text.append('"').toString();
  }

  private String object(int depth) {
    StringBuilder members = new StringBuilder("{" + space());
    for (int i = random.nextInt(5); i > 0; i--) {
      members.append(string()).append(space()).append(':').append(value(depth - 1));
      members.append(i > 1 ? "," + space() : "");
    }
    return members.append('}').toString();
  }

  private String array(int depth) {
    StringBuilder elements = new StringBuilder("[" + space());
    for (int i = random.nextInt(5); i > 0; i--) {
      elements.append(value(depth - 1)).append(i > 1 ? "," : "");
    }
    return elements.append(']').toString();
  }

  /** Nothing, or what may stand between any two tokens. */
  public String space() {
    return pick(SPACES);
  }

  private String pick(String[] texts) {
    return texts[random.nextInt(texts.length)];
  }

  /** A copy that may have been cut, and of which up to three bytes are others. */
  public byte[] damaged(byte[] json) {
    int length = random.nextInt(4) == 0 ? random.nextInt(json.length + 1) : json.length;
    byte[] damaged = Arrays.copyOf(json, length);
    for (int i = random.nextInt(4); i > 0 && length > 0; i--) {
      damaged[random.nextInt(length)] =
          random.nextInt(4) == 0
              ? (byte) random.nextInt(0x80)
              : SIGNS[random.nextInt(SIGNS.length)];
    }
    return damaged;
  }
}
