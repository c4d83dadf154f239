package io.tracemill.analysis.varint;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Numbers in groups of seven bits, lowest first: small ones take one byte. */
public final class Varint {
  private static final int MAX_SHIFT = 63;

  private Varint() {}

  /** Writes {@code value} as an unsigned number, so that a negative one takes ten bytes. */
  public static void write(DataOutput out, long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) (rest | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  /** Reads an unsigned number of at most 64 bits. */
  public static long read(DataInput in) throws IOException {
    long value = 0;
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      int group = in.readUnsignedByte();
      value |= (long) (group & 0x7F) << shift;
      if (group < 0x80) {
        return value;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }

  /** Reads a size or an index, which is neither negative nor more than {@code max}. */
  public static int readUpTo(DataInput in, int max) throws IOException {
    long value = read(in);
    if (value < 0 || value > max) {
      throw new IOException("expected a number from 0 to " + max + " but found " + value);
    }
    return (int) value;
  }

  /** Writes a number that may be negative, small ones of both signs in one byte. */
  public static void writeSigned(DataOutput out, int value) throws IOException {
    write(out, Integer.toUnsignedLong((value << 1) ^ (value >> 31)));
  }

  /** Reads what {@link #writeSigned} wrote. */
  public static int readSigned(DataInput in) throws IOException {
    int folded = (int) read(in);
    return (folded >>> 1) ^ -(folded & 1);
  }

  /** Writes a number that may be negative, small ones of both signs in one byte. */
  public static void writeSignedLong(DataOutput out, long value) throws IOException {
    write(out, folded(value));
  }

  /** A number that is small if {@code value} is close to 0. */
  public static long folded(long value) {
    return (value << 1) ^ (value >> 63);
  }

  /** Reads what {@link #writeSignedLong} wrote. */
  public static long readSignedLong(DataInput in) throws IOException {
    long folded = read(in);
    return (folded >>> 1) ^ -(folded & 1);
  }
}
