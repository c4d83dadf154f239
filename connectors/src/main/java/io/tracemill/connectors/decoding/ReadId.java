package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;

/**
 * An id of up to 128 bits as JSON has it: hexadecimal digits of either case, perhaps with Python's
 * {@code 0x}, or base64 of 8 or 16 bytes, as in protobuf's JSON. Fewer digits are padded on the
 * left. Mutable.
 */
public final class ReadId {
  private static final int MAX_DIGITS = 32;
  private static final int MAX_BASE64 = 24;

  /** The digit value of each ASCII character; -1 if it is not a digit. */
  private static final byte[] DIGITS = new byte[0x80];

  static {
    for (int c = 0; c < DIGITS.length; c++) {
      DIGITS[c] = (byte) Character.digit(c, 16);
    }
  }

  private final ByteBuffer bytes = ByteBuffer.allocate(MAX_BASE64);
  private long high;
  private long low;
  private int bits;

  private void set(long high, long low, int bits) {
    this.high = high;
    this.low = low;
    this.bits = bits;
  }

  /** Reads a text; an empty one is no id. */
  public void read(Slice text) {
    boolean prefixed = text.length() > 2 && text.array()[text.offset() + 1] == 'x';
    int skip = prefixed && text.array()[text.offset()] == '0' ? 2 : 0;
    if (!readHex(text.array(), text.offset() + skip, text.length() - skip)) {
      readBase64(text);
    }
  }

  private boolean readHex(byte[] text, int offset, int count) {
    long readHigh = 0;
    long readLow = 0;
    int valid = count > MAX_DIGITS ? -1 : 0;
    for (int i = 0; i < count && valid >= 0; i++) {
      byte c = text[offset + i];
      int digit = c < 0 ? -1 : DIGITS[c];
      valid |= digit;
      readHigh = readHigh << 4 | readLow >>> 60;
      readLow = readLow << 4 | digit;
    }
    set(readHigh, readLow, 4 * count);
    return valid >= 0;
  }

  private void readBase64(Slice text) {
    set(0, 0, -1);
    if (text.length() > MAX_BASE64) {
      return;
    }
    int end = text.offset() + text.length();
    byte[] base64 = Arrays.copyOfRange(text.array(), text.offset(), end);
    try {
      int length = Base64.getDecoder().decode(base64, bytes.array());
      if (length == Long.BYTES) {
        set(0, bytes.getLong(0), Long.SIZE);
      } else if (length == 2 * Long.BYTES) {
        set(bytes.getLong(0), bytes.getLong(Long.BYTES), 2 * Long.SIZE);
      }
    } catch (IllegalArgumentException e) {
      // Not base64 either: it stays malformed.
    }
  }

  /** Whether there was an id, even a malformed one. */
  public boolean isGiven() {
    return bits != 0;
  }

  /** Whether it can be a span's: at most 64 bits. */
  public boolean isSpanId() {
    return bits > 0 && bits <= Long.SIZE;
  }

  /** The first 64 of 128 bits; 0 if malformed. */
  public long high() {
    return bits < 0 ? 0 : high;
  }

  /** The last 64 of 128 bits; 0 if malformed. */
  public long low() {
    return bits < 0 ? 0 : low;
  }
}
