package io.tracemill.analysis.span;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays. */
public final class Bytes {
  /** A varint of 64 bits takes at most this many bytes. */
  public static final int MAX_VARINT = 10;

  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  static long littleEndianLong(byte[] bytes, int offset) {
    return (long) LITTLE.get(bytes, offset);
  }

  static void putLittleEndianLong(byte[] bytes, int offset, long value) {
    LITTLE.set(bytes, offset, value);
  }

  public static long bigEndianLong(byte[] bytes, int offset) {
    return (long) BIG.get(bytes, offset);
  }

  /** Writes eight bytes. */
  public static void putBigEndianLong(byte[] bytes, int offset, long value) {
    BIG.set(bytes, offset, value);
  }

  /** Writes {@code value} in groups of seven bits, lowest first; returns the offset after it. */
  public static int putVarint(byte[] bytes, int offset, long value) {
    int at = offset;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
    return at;
  }
}
