package io.tracemill.analysis.baseline;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.Arrays;

/** What Java's serialization writes for an {@link EndpointRows}, which has thousands of objects. */
record PackedRows(byte[] bytes) implements Serializable {
  static PackedRows of(EndpointRows rows) {
    GrowingBytes bytes = new GrowingBytes();
    try {
      rows.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new PackedRows(Arrays.copyOf(bytes.bytes, bytes.size));
  }

  private Object readResolve() throws IOException {
    return new EndpointRows(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  /** As Java's, but without locks: rows are written byte by byte. */
  private static final class GrowingBytes extends OutputStream {
    private byte[] bytes = new byte[1 << 16];
    private int size;

    @Override
    public void write(int value) {
      ensure(1);
      bytes[size++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      ensure(length);
      System.arraycopy(from, offset, bytes, size, length);
      size += length;
    }

    private void ensure(int more) {
      if (bytes.length - size < more) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
      }
    }
  }
}
