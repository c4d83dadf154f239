package io.tracemill.analysis.span;

import java.util.Arrays;

/**
 * Reads the attributes of one span, one after the other; each is an index of {@link
 * SpanRules#attributes} and a value. See {@link FragmentCursor} for the bytes.
 */
public final class AttributeCursor extends ByteReader {
  private int left;
  private int key;
  private int valueLength;

  /** Starts before the first of the attributes at {@code offset}. */
  public void reset(byte[] bytes, int offset) {
    this.bytes = bytes;
    left = bytes[offset];
    at = offset + 1;
    valueLength = 0;
  }

  /** Moves to the next attribute; false if there is none. */
  public boolean next() {
    at += valueLength;
    if (left == 0) {
      valueLength = 0;
      return false;
    }
    left--;
    key = bytes[at++];
    valueLength = (int) varint();
    return true;
  }

  /** Reads and compares the remaining attributes of two spans; more come before fewer. */
  public int compareLeft(AttributeCursor other) {
    boolean more = next();
    boolean otherMore = other.next();
    while (more && otherMore) {
      int order = compareCurrent(other);
      if (order != 0) {
        return order;
      }
      more = next();
      otherMore = other.next();
    }
    return Boolean.compare(otherMore, more);
  }

  private int compareCurrent(AttributeCursor other) {
    return key != other.key
        ? Integer.compare(key, other.key)
        : Arrays.compare(
            bytes, at, at + valueLength, other.bytes, other.at, other.at + other.valueLength);
  }

  /** The index of the attribute. */
  public int key() {
    return key;
  }

  /** The array that {@link #valueOffset} points into. */
  public byte[] bytes() {
    return bytes;
  }

  /** The offset of the value, in UTF-8. */
  public int valueOffset() {
    return at;
  }

  /** Length of the value in bytes. */
  public int valueLength() {
    return valueLength;
  }
}
