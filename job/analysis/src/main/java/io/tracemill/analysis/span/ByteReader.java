package io.tracemill.analysis.span;

/** Reads numbers from bytes that this process wrote, so that they are trusted. */
public abstract class ByteReader {
  protected byte[] bytes = {};
  protected int at;

  /** A number in groups of seven bits, lowest first. */
  protected final long varint() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte group = bytes[at++];
      value |= (group & 0x7FL) << shift;
      if (group >= 0) {
        return value;
      }
    }
  }
}
