package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The names that records of one kind repeat, so that they are not made anew each time. Of names
 * that fall on the same place the latest is kept: memory stays the same, whatever comes.
 *
 * <p>A name of at most 16 bytes is told by two numbers of 64 bits and its length.
 */
final class JsonNames {
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int PLACES_LOG = 10;
  private static final int MAX_LENGTH = 2 * Long.BYTES;

  private final long[] firsts = new long[1 << PLACES_LOG];
  private final long[] seconds = new long[1 << PLACES_LOG];
  private final String[] names = new String[1 << PLACES_LOG];

  JsonNames() {
    Arrays.fill(names, "");
  }

  /** The characters of {@code string}, mostly as the same object as the last time. */
  String of(JsonString string) {
    byte[] record = string.bytes();
    int from = string.offset();
    int length = string.length();
    if (length > MAX_LENGTH || from + MAX_LENGTH > record.length || !string.isPlain()) {
      return string.toString();
    }
    long first = bytes(record, from, Math.min(length, Long.BYTES));
    long second = bytes(record, from + Long.BYTES, length - Long.BYTES);
    int place = place(first, second);
    if (firsts[place] != first || seconds[place] != second || names[place].length() != length) {
      firsts[place] = first;
      seconds[place] = second;
      names[place] = new String(record, from, length, ISO_8859_1);
    }
    return names[place];
  }

  /** So many bytes as a number; none if {@code count} is not positive. */
  private static long bytes(byte[] record, int from, int count) {
    return count <= 0 ? 0 : (long) LITTLE.get(record, from) << (Long.SIZE - Byte.SIZE * count);
  }

  private static int place(long first, long second) {
    long mixed = (first ^ Long.rotateLeft(second, 29)) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> (Long.SIZE - PLACES_LOG));
  }
}
