package io.tracemill.connectors.decoding;

/** An id of up to 128 bits, read from hexadecimal digits of either case. Mutable. */
public final class HexId {
  public static final int TRACE_DIGITS = 32;
  public static final int SPAN_DIGITS = 16;

  /** Values of ASCII's characters as digits, -1 of those that are none. */
  private static final byte[] DIGITS = new byte[0x80];

  static {
    for (int c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private long high;
  private long low;
  private int digits;

  /** Back to no id at all. */
  public void clear() {
    high = 0;
    low = 0;
    digits = 0;
  }

  /** Value of a hexadecimal digit of either case; -1 of what is none. */
  static int digit(byte b) {
    return b < 0 ? -1 : DIGITS[b];
  }

  /** Reads {@code count} characters; if they are not all digits, or too many, it is malformed. */
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

  /** How many digits there were, 0 for an absent id, -1 for a malformed one. */
  public int digits() {
    return digits;
  }
}
