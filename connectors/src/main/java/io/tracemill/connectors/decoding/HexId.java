package io.tracemill.connectors.decoding;

/** An id of up to 128 bits, read from hexadecimal digits of either case. Mutable. */
public final class HexId {
  public static final int TRACE_DIGITS = 32;
  public static final int SPAN_DIGITS = 16;

  private long high;
  private long low;
  private int digits;

  /** Back to no id at all. */
  public void clear() {
    high = 0;
    low = 0;
    digits = 0;
  }

  /** Reads {@code count} characters; if they are not all digits, or too many, it is malformed. */
  public void read(char[] text, int offset, int count) {
    clear();
    for (int i = 0; i < count; i++) {
      int digit = text[offset + i] < 0x80 ? Character.digit(text[offset + i], 16) : -1;
      if (digit < 0 || count > TRACE_DIGITS) {
        clear();
        digits = -1;
        return;
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
    }
    digits = count;
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
