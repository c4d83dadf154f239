package io.tracemill.analysis.varint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/** A name as the number of its bytes and its bytes, in UTF-8. */
public final class Text {
  /** A length that is not true costs no more memory than this, or twice the bytes there are. */
  private static final int FIRST_BYTES = 1 << 12;

  private Text() {}

  /** Writes {@code text}. */
  public static void write(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    Varint.write(out, bytes.length);
    out.write(bytes);
  }

  /** Reads what {@link #write} wrote. */
  public static String read(DataInput in) throws IOException {
    int length = Varint.readUpTo(in, Integer.MAX_VALUE);
    byte[] bytes = new byte[Math.min(length, FIRST_BYTES)];
    in.readFully(bytes);
    for (int read = bytes.length; read < length; read = bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(length, 2L * read));
      in.readFully(bytes, read, bytes.length - read);
    }
    return new String(bytes, UTF_8);
  }
}
