package io.tracemill.connectors.decoding;

/** What every reader of JSON in UTF-8 has to know of single bytes. */
public final class JsonBytes {
  /** How many objects and arrays may be within each other: as deep as Jackson's parser goes. */
  public static final int MAX_DEPTH = 1000;

  private JsonBytes() {}

  /** Whether it may stand between tokens. */
  public static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Whether it is a decimal digit. */
  public static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }
}
