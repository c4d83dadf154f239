package io.tracemill.analysis.span;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A run of bytes inside someone else's array: a name that has not been copied yet. Mutable. */
public final class Slice {
  private static final byte[] NOTHING = {};

  private byte[] array = NOTHING;
  private int offset;
  private int length;

  /**
   * Points at {@code length} bytes of {@code array} from {@code offset}; the array is not copied.
   */
  public void set(byte[] array, int offset, int length) {
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** Points at the bytes of {@code text} in UTF-8; a lone surrogate becomes {@code ?}. */
  public void set(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    set(bytes, 0, bytes.length);
  }

  /** Points where {@code other} points. */
  public void set(Slice other) {
    set(other.array, other.offset, other.length);
  }

  public void clear() {
    set(NOTHING, 0, 0);
  }

  public byte[] array() {
    return array;
  }

  public int offset() {
    return offset;
  }

  /** Length in bytes. */
  public int length() {
    return length;
  }

  public boolean isEmpty() {
    return length == 0;
  }

  @Override
  public String toString() {
    return new String(array, offset, length, UTF_8);
  }
}
