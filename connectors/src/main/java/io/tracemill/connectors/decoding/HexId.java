package io.tracemill.connectors.decoding;

/** An id of up to 128 bits, read from hexadecimal digits of either case. Mutable. */
public final class HexId {
  public static final int TRACE_DIGITS = 32;
  public static final int SPAN_DIGITS = 16;

  /** The digit value of each ASCII character; -1 if it is not a digit. */
  private static final byte[] DIGITS = new byte[0x80];

  static {
    for (int c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private long high;
  private long low;
  private int digits;

  /** Resets it to an absent id. */
  public void clear() {
    high = 0;
    low = 0;
    digits = 0;
  }

  /** Value of a hexadecimal digit of either case; -1 if it is not a digit. */
  static int digit(byte b) {
    return b < 0 ? -1 : DIGITS[b];
  }

  /**
   * Reads {@code count} characters. The id is malformed if there are too many or one is no digit.
   */
  public void read(byte[] text, int offset, int count) {
    clear();
    int valid = count > TRACE_DIGITS ? -1 : 0;
    for (int i = 0; i < count && valid >= 0; i++) {
      int digit = digit(text[offset + i]);
      valid |= digit;
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
    }
    if (valid < 0) {
      clear();
    }
    digits = valid < 0 ? -1 : count;
  }

  /** The first 64 of 128 bits; fewer digits are padded on the left; 0 if malformed. */
  public long high() {
    return high;
  }

  /** The last 64 of 128 bits; 0 if malformed. */
  public long low() {
    return low;
  }

  /** The number of digits; 0 if the id is absent, -1 if it is malformed. */
  public int digits() {
    return digits;
  }
}
