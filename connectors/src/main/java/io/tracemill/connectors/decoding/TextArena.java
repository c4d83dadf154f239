package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.Slice;

/**
 * Where the texts of one JSON record stand as UTF-8 until its spans have been written. Slices stay
 * valid until {@link #clear}, also when the arena has grown meanwhile.
 */
final class TextArena {
  /** Room that is kept from record to record, in bytes. */
  private static final int KEPT = 1 << 20;

  /** Most bytes that one {@code char} becomes. */
  private static final int MAX_PER_CHAR = 3;

  private byte[] bytes = new byte[1 << 12];
  private int length;

  /** Forgets all texts. */
  void clear() {
    length = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT];
    }
  }

  /** Copies characters and points {@code slice} at them; a lone surrogate becomes {@code ?}. */
  void put(char[] text, int offset, int count, Slice slice) {
    ensure(count);
    int begin = length;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = text[i];
      if (c < 0x80) {
        bytes[length++] = (byte) c;
      } else if (c < 0x800) {
        bytes[length++] = (byte) (0xC0 | c >> 6);
        continuation(c);
      } else if (!Character.isSurrogate(c)) {
        bytes[length++] = (byte) (0xE0 | c >> 12);
        continuation(c >> 6);
        continuation(c);
      } else if (i + 1 < end && Character.isSurrogatePair(c, text[i + 1])) {
        int point = Character.toCodePoint(c, text[++i]);
        bytes[length++] = (byte) (0xF0 | point >> 18);
        continuation(point >> 12);
        continuation(point >> 6);
        continuation(point);
      } else {
        bytes[length++] = '?';
      }
    }
    slice.set(bytes, begin, length - begin);
  }

  private void continuation(int bits) {
    bytes[length++] = (byte) (0x80 | (bits & 0x3F));
  }

  /** Begins a new array where the old one is full: earlier slices go on pointing at that. */
  private void ensure(int chars) {
    long wanted = (long) MAX_PER_CHAR * chars;
    if (length + wanted > bytes.length) {
      bytes = new byte[Math.toIntExact(Math.max(wanted, Math.min(2L * bytes.length, KEPT)))];
      length = 0;
    }
  }
}
