package io.tracemill.connectors.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * Finds the numbers of all members with one name without parsing the JSON, which may be malformed.
 * A string cannot contain the quoted name, because its quotes would be escaped.
 */
public final class JsonMember {
  private static final int MAX_DIGITS = 19;

  private final byte[] name;

  /** By the last byte of the window, the distance to skip (Horspool's algorithm). */
  private final int[] shifts = new int[256];

  public JsonMember(String name) {
    this.name = ('"' + name + '"').getBytes(US_ASCII);
    Arrays.fill(shifts, this.name.length);
    for (int i = 0; i < this.name.length - 1; i++) {
      shifts[this.name[i] & 0xFF] = this.name.length - 1 - i;
    }
  }

  /** Offset after the first such name between two offsets; {@code to} if there is none. */
  public int behindNext(byte[] json, int from, int to) {
    int at = from;
    while (at + name.length <= to) {
      byte last = json[at + name.length - 1];
      if (last == '"' && Arrays.equals(json, at, at + name.length, name, 0, name.length)) {
        return at + name.length;
      }
      at += shifts[last & 0xFF];
    }
    return to;
  }

  /**
   * The whole number, quoted or not, after a name that ends here; -1 if it does not fit 63 bits.
   */
  public static long number(byte[] json, int behindName, int to) {
    int at = skipSpace(json, behindName, to);
    if (at == to || json[at] != ':') {
      return -1;
    }
    at = skipSpace(json, at + 1, to);
    if (at < to && json[at] == '"') {
      at++;
    }
    int begin = at;
    long value = 0;
    while (at < to && json[at] >= '0' && json[at] <= '9') {
      value = 10 * value + (json[at++] - '0');
    }
    int digits = at - begin;
    boolean whole = at == to || ",]}\" \n\r\t".indexOf(json[at]) >= 0;
    return digits > 0 && digits <= MAX_DIGITS && whole ? value : -1;
  }

  /** The text, as written, after a name that ends here; empty if it is not a string. */
  public static String text(byte[] json, int behindName, int to) {
    int at = skipSpace(json, behindName, to);
    at = at < to && json[at] == ':' ? skipSpace(json, at + 1, to) : to;
    int begin = at + 1;
    if (at == to || json[at] != '"') {
      return "";
    }
    int end = begin;
    while (end < to && json[end] != '"') {
      end++;
    }
    return new String(json, begin, end - begin, ISO_8859_1);
  }

  private static int skipSpace(byte[] json, int from, int to) {
    int at = from;
    while (at < to && json[at] <= ' ' && json[at] >= 0) {
      at++;
    }
    return at;
  }
}
