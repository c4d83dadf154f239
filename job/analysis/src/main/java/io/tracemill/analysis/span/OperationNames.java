package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Replaces path segments with the id of one object by a placeholder, so that {@code GET /users/17}
 * and {@code GET /users/18} are one operation (architecture 4).
 *
 * <p>It replaces only whole segments of a path, never {@code v1}, and nothing in a name without a
 * {@code /}. A name that needs no change is not copied.
 */
public final class OperationNames {
  /** A kind of segment that can be replaced. */
  public enum Rule {
    /** All digits: {@code {id}}. */
    DIGITS,
    /** 8-4-4-4-12 hexadecimal digits: {@code {uuid}}. */
    UUID,
    /** 16 and more hexadecimal digits: {@code {hex}}. */
    HEX
  }

  private static final int UUID_LENGTH = 36;
  private static final int MIN_HEX_LENGTH = 16;
  private static final byte[] ID_PLACEHOLDER = "{id}".getBytes(US_ASCII);
  private static final byte[] UUID_PLACEHOLDER = "{uuid}".getBytes(US_ASCII);
  private static final byte[] HEX_PLACEHOLDER = "{hex}".getBytes(US_ASCII);
  private static final byte[] NONE = {};

  private final boolean digits;
  private final boolean uuids;
  private final boolean hex;
  private byte[] buffer = new byte[256];
  private int length;

  /** Replaces the kinds of segments in {@code rules}; without any, every name stays as it is. */
  public OperationNames(Set<Rule> rules) {
    digits = rules.contains(Rule.DIGITS);
    uuids = rules.contains(Rule.UUID);
    hex = rules.contains(Rule.HEX);
  }

  /** Replaces every kind of segment. */
  public static OperationNames all() {
    return new OperationNames(EnumSet.allOf(Rule.class));
  }

  /** Points {@code name} at its normal form, which stays valid until the next call. */
  public void normalize(Slice name) {
    byte[] array = name.array();
    int end = name.offset() + name.length();
    int copied = name.offset();
    length = 0;
    int segment = indexOfSlash(array, name.offset(), end) + 1;
    while (segment > 0) {
      int segmentEnd = segmentEnd(array, segment, end);
      byte[] placeholder = placeholder(array, segment, segmentEnd);
      if (placeholder.length > 0) {
        append(array, copied, segment);
        append(placeholder, 0, placeholder.length);
        copied = segmentEnd;
      }
      segment = indexOfSlash(array, segmentEnd, end) + 1;
    }
    if (length > 0) {
      append(array, copied, end);
      name.set(buffer, 0, length);
    }
  }

  private static int indexOfSlash(byte[] array, int from, int end) {
    for (int i = from; i < end; i++) {
      if (array[i] == '/') {
        return i;
      }
    }
    return -1;
  }

  private static int segmentEnd(byte[] array, int from, int end) {
    for (int i = from; i < end; i++) {
      byte b = array[i];
      if (b == '/' || b == '?' || b == '#' || b == ' ') {
        return i;
      }
    }
    return end;
  }

  private byte[] placeholder(byte[] array, int from, int end) {
    int size = end - from;
    if (size == 0 || !isHex(array[from])) {
      return NONE;
    }
    if (digits && allDigits(array, from, end)) {
      return ID_PLACEHOLDER;
    }
    if (hex && size >= MIN_HEX_LENGTH && allHex(array, from, end)) {
      return HEX_PLACEHOLDER;
    }
    return uuids && size == UUID_LENGTH && isUuid(array, from) ? UUID_PLACEHOLDER : NONE;
  }

  private static boolean allDigits(byte[] array, int from, int end) {
    for (int i = from; i < end; i++) {
      if (array[i] < '0' || array[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean allHex(byte[] array, int from, int end) {
    for (int i = from; i < end; i++) {
      if (!isHex(array[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUuid(byte[] array, int from) {
    for (int i = 0; i < UUID_LENGTH; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? array[from + i] != '-' : !isHex(array[from + i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHex(byte b) {
    return (b >= '0' && b <= '9') || (b >= 'a' && b <= 'f') || (b >= 'A' && b <= 'F');
  }

  private void append(byte[] source, int from, int end) {
    int size = end - from;
    if (length + size > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(2 * buffer.length, length + size));
    }
    System.arraycopy(source, from, buffer, length, size);
    length += size;
  }
}
