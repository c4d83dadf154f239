package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.Objects;

/** A text in another encoding, read as UTF-8; unpaired surrogates become question marks. */
final class Utf8Stream extends InputStream {
  private static final int CHARS = 1 << 13;

  private final Reader reader;

  /** One more: the second half of a pair is read with the first. */
  private final char[] chars = new char[CHARS + 1];

  private byte[] bytes = {};
  private int at;

  Utf8Stream(InputStream in, Charset charset) {
    reader = new InputStreamReader(in, charset);
  }

  private boolean fill() throws IOException {
    while (at == bytes.length) {
      int read = reader.read(chars, 0, CHARS);
      if (read < 0) {
        return false;
      }
      if (read > 0 && Character.isHighSurrogate(chars[read - 1])) {
        int second = reader.read();
        if (second >= 0) {
          chars[read++] = (char) second;
        }
      }
      bytes = new String(chars, 0, read).getBytes(UTF_8);
      at = 0;
    }
    return true;
  }

  @Override
  public int read() throws IOException {
    return fill() ? bytes[at++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, target.length);
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, bytes.length - at);
    System.arraycopy(bytes, at, target, offset, count);
    at += count;
    return count;
  }
}
