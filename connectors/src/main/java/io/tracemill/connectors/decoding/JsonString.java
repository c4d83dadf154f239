package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A string of JSON, or a number, where it stands in its record. It is decoded only when it is asked
 * for, and most are <em>plain</em>: ASCII without escapes, which needs no decoding. Mutable.
 */
public final class JsonString {
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long EACH = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;
  private static final long QUOTES = '"' * EACH;
  private static final long BACKSLASHES = '\\' * EACH;
  private static final long SPACES = ' ' * EACH;
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final int HEX_DIGITS = 4;

  private byte[] bytes = {};
  private int from;
  private int to;
  private boolean plain = true;

  /**
   * The first byte of a string that ends it, escapes, is not ASCII, or must not stand there; {@code
   * to} if there is none before. Eight bytes are looked at in one step: taking 1 from a byte that
   * is 0 borrows, as taking a space from a control character does, and the lowest borrow is right.
   */
  public static int indexOfSpecial(byte[] bytes, int from, int to) {
    int at = from;
    for (; to - at >= Long.BYTES; at += Long.BYTES) {
      long word = (long) LITTLE.get(bytes, at);
      long special =
          (((word ^ QUOTES) - EACH) | ((word ^ BACKSLASHES) - EACH) | (word - SPACES) | word)
              & HIGHEST_BITS;
      if (special != 0) {
        return at + Long.numberOfTrailingZeros(special) / Byte.SIZE;
      }
    }
    while (at < to && bytes[at] >= ' ' && bytes[at] != '"' && bytes[at] != '\\') {
      at++;
    }
    return at;
  }

  /** Points at plain characters. */
  void set(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    plain = true;
  }

  /**
   * Points at the string whose first character stands at {@code from}; returns the offset behind
   * its closing quote.
   */
  int read(byte[] bytes, int from) throws JsonSyntaxException {
    int end = indexOfSpecial(bytes, from, bytes.length);
    set(bytes, from, end);
    return end < bytes.length && bytes[end] == '"' ? end + 1 : readRest(end);
  }

  private int readRest(int special) throws JsonSyntaxException {
    plain = false;
    int at = special;
    while (byteAt(at) != '"') {
      at = behindSpecial(at);
      at = indexOfSpecial(bytes, at, bytes.length);
    }
    to = at;
    return at + 1;
  }

  private int behindSpecial(int at) throws JsonSyntaxException {
    byte b = bytes[at];
    if (b == '\\') {
      return behindEscape(at + 1);
    }
    int continuations =
        (b & 0xE0) == 0xC0 ? 1 : (b & 0xF0) == 0xE0 ? 2 : (b & 0xF8) == 0xF0 ? 3 : 0;
    for (int i = 1; i <= continuations; i++) {
      if ((byteAt(at + i) & 0xC0) != 0x80) {
        throw new JsonSyntaxException(at);
      }
    }
    if (continuations == 0) {
      throw new JsonSyntaxException(at);
    }
    return at + 1 + continuations;
  }

  private int behindEscape(int at) throws JsonSyntaxException {
    byte b = byteAt(at);
    if (b != 'u') {
      if (ESCAPES.indexOf(b) < 0) {
        throw new JsonSyntaxException(at);
      }
      return at + 1;
    }
    for (int i = 1; i <= HEX_DIGITS; i++) {
      if (HexId.digit(byteAt(at + i)) < 0) {
        throw new JsonSyntaxException(at);
      }
    }
    return at + 1 + HEX_DIGITS;
  }

  private byte byteAt(int at) throws JsonSyntaxException {
    if (at >= bytes.length) {
      throw new JsonSyntaxException(at);
    }
    return bytes[at];
  }

  /** Whether its bytes are its characters. */
  boolean isPlain() {
    return plain;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Offset of its first byte. */
  int offset() {
    return from;
  }

  /** Length in bytes, as it is written. */
  int length() {
    return to - from;
  }

  /** Whether it reads {@code text}. */
  boolean is(String text) {
    if (!plain) {
      return toString().equals(text);
    }
    boolean equal = to - from == text.length();
    for (int i = 0; equal && i < text.length(); i++) {
      equal = bytes[from + i] == text.charAt(i);
    }
    return equal;
  }

  /** Decodes it; lone surrogates, which escapes can be, stay as they are. */
  @Override
  public String toString() {
    if (plain) {
      return new String(bytes, from, to - from, ISO_8859_1);
    }
    char[] chars = new char[to - from];
    return new String(chars, 0, decode(chars));
  }

  /** Decodes it into {@code chars}, which has room for {@link #length}; returns their number. */
  int decode(char[] chars) {
    int count = 0;
    int at = from;
    while (at < to) {
      int b = bytes[at];
      if (b == '\\') {
        chars[count++] = escaped(at + 1);
        at += bytes[at + 1] == 'u' ? 2 + HEX_DIGITS : 2;
      } else if (b >= 0) {
        chars[count++] = (char) b;
        at++;
      } else if ((b & 0xE0) == 0xC0) {
        chars[count++] = (char) ((b & 0x1F) << 6 | low(at + 1));
        at += 2;
      } else if ((b & 0xF0) == 0xE0) {
        chars[count++] = (char) ((b & 0x0F) << 12 | low(at + 1) << 6 | low(at + 2));
        at += 3;
      } else {
        int point = (b & 0x07) << 18 | low(at + 1) << 12 | low(at + 2) << 6 | low(at + 3);
        int beyond = point - Character.MIN_SUPPLEMENTARY_CODE_POINT;
        chars[count++] = (char) (Character.MIN_HIGH_SURROGATE | beyond >> 10);
        chars[count++] = (char) (Character.MIN_LOW_SURROGATE | (beyond & 0x3FF));
        at += 4;
      }
    }
    return count;
  }

  /**
   * Whether it holds half a surrogate pair as an escape: a text may for Jackson, a name may not.
   */
  boolean escapesLoneSurrogate() {
    int at = from;
    while (at < to) {
      if (isUnicodeEscape(at) && Character.isSurrogate(escaped(at + 1))) {
        int second = at + 2 + HEX_DIGITS;
        if (!isUnicodeEscape(second)
            || !Character.isSurrogatePair(escaped(at + 1), escaped(second + 1))) {
          return true;
        }
        at = second;
      }
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return false;
  }

  private boolean isUnicodeEscape(int at) {
    return at + 1 < to && bytes[at] == '\\' && bytes[at + 1] == 'u';
  }

  private int low(int at) {
    return bytes[at] & 0x3F;
  }

  private char escaped(int at) {
    return switch (bytes[at]) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' ->
          (char)
              (HexId.digit(bytes[at + 1]) << 12
                  | HexId.digit(bytes[at + 2]) << 8
                  | HexId.digit(bytes[at + 3]) << 4
                  | HexId.digit(bytes[at + 4]));
      default -> (char) bytes[at];
    };
  }
}
