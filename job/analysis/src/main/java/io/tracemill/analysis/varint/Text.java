package io.tracemill.analysis.varint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A name as the number of its bytes and its bytes, in UTF-8. */
public final class Text {
  private Text() {}

  /** Writes {@code text}. */
  public static void write(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    Varint.write(out, bytes.length);
    out.write(bytes);
  }

  /** Reads what {@link #write} wrote. */
  public static String read(DataInput in) throws IOException {
    byte[] bytes = new byte[Varint.readUpTo(in, Integer.MAX_VALUE)];
    in.readFully(bytes);
    return new String(bytes, UTF_8);
  }
}
