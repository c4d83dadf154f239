package io.tracemill.connectors.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream whose reader can ask for the bytes of a value that it has found: it says where the value
 * begins, reads on, and says where it ends. Else only the latest read is remembered.
 */
final class RecordedInput extends FilterInputStream {
  /** Room that is kept from value to value, in bytes. */
  private static final int KEPT = 1 << 20;

  private byte[] bytes = new byte[1 << 16];
  private int length;

  /** Where in the stream the first of them stood. */
  private long first;

  private boolean inValue;

  RecordedInput(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int read = in.read(target, offset, count);
    if (read > 0) {
      if (!inValue) {
        forgetAll();
      }
      ensure(read);
      System.arraycopy(target, offset, bytes, length, read);
      length += read;
    }
    return read;
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  private void forgetAll() {
    first += length;
    length = 0;
    if (bytes.length > KEPT) {
      bytes = new byte[KEPT];
    }
  }

  private void forget(int count) {
    length -= count;
    System.arraycopy(bytes, count, bytes, 0, length);
    first += count;
  }

  /** A value begins at this offset of the stream, in what was read last. */
  void begin(long offset) {
    forget(Math.toIntExact(offset - first));
    inValue = true;
  }

  /** How many bytes were read since the value began. */
  int readSinceBegin() {
    return length;
  }

  /** The bytes of the value, which ends before this offset of the stream. */
  byte[] end(long offset) {
    inValue = false;
    return Arrays.copyOf(bytes, Math.toIntExact(offset - first));
  }
}
