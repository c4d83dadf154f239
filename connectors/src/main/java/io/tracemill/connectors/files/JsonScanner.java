package io.tracemill.connectors.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream of JSON in UTF-8 into objects by quotes, braces and brackets alone. The decoder of
 * an object finds all other errors. One object is in memory at a time.
 */
final class JsonScanner {
  private static final int FIRST_BYTES = 1 << 18;

  /** Buffer size to keep from object to object, in bytes. */
  private static final int KEPT = 1 << 20;

  private final InputStream in;
  private byte[] bytes = new byte[FIRST_BYTES];

  /** The offset of the first of them in the stream. */
  private long first;

  private int at;
  private int end;

  /** Offset of the value that has to stay in memory, -1 if there is none. */
  private int held = -1;

  JsonScanner(InputStream in) {
    this.in = in;
  }

  /** Moves to the next byte that is no space, and returns it; -1 at the end of the stream. */
  int peek() throws IOException, CorruptFileException {
    while (at < end || fill()) {
      byte b = bytes[at];
      if (b != ' ' && b != '\n' && b != '\r' && b != '\t') {
        return b & 0xFF;
      }
      at++;
    }
    return -1;
  }

  /** Skips {@code sign} if it comes next; returns whether it did. */
  boolean take(char sign) throws IOException, CorruptFileException {
    boolean next = peek() == sign;
    at += next ? 1 : 0;
    return next;
  }

  /** Skips {@code sign}, which has to come next. */
  void expect(char sign) throws IOException, CorruptFileException {
    if (!take(sign)) {
      throw corrupt("a %s expected".formatted(sign));
    }
  }

  /** Reads a string as it is written, with its escapes. */
  String string() throws IOException, CorruptFileException {
    expect('"');
    boolean free = held < 0;
    held = free ? at : held;
    long start = first + at;
    passString();
    int from = (int) (start - first);
    held = free ? -1 : held;
    return new String(bytes, from, at - 1 - from, UTF_8);
  }

  /** Skips the value. */
  void skip() throws IOException, CorruptFileException {
    int b = peek();
    if (b == '{' || b == '[') {
      passStructure();
    } else if (b == '"') {
      at++;
      passString();
    } else {
      while (!isBehindScalar(here())) {
        at++;
      }
    }
  }

  private static boolean isBehindScalar(byte b) {
    return b == ',' || b == '}' || b == ']' || (b <= ' ' && b >= 0);
  }

  /** Keeps the bytes from here on until they are released. */
  void hold() {
    held = at;
  }

  /** The bytes that are held; empty if none are. */
  byte[] release() {
    byte[] bytes = held < 0 ? new byte[0] : Arrays.copyOfRange(this.bytes, held, at);
    held = -1;
    return bytes;
  }

  /** Copies the object or array that has to come next. */
  byte[] value() throws IOException, CorruptFileException {
    if (peek() != '{' && peek() != '[') {
      throw corrupt("an object or an array expected");
    }
    hold();
    passStructure();
    return release();
  }

  /** Skips an array without elements if it comes next; returns whether it did. */
  boolean takeEmptyArray() throws IOException, CorruptFileException {
    if (peek() != '[') {
      return false;
    }
    hold();
    at++;
    boolean empty = take(']');
    at = empty ? at : held;
    held = -1;
    return empty;
  }

  /** Moves to the next member or element, over a comma; false behind {@code closing}. */
  boolean nextElement(char closing) throws IOException, CorruptFileException {
    take(',');
    if (peek() < 0) {
      throw corrupt("it ends too early,");
    }
    return !take(closing);
  }

  private void passStructure() throws IOException, CorruptFileException {
    int depth = 0;
    do {
      byte b = here();
      at++;
      switch (b) {
        case '"' -> passString();
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {}
      }
    } while (depth > 0);
  }

  /** Skips the rest of a string; its first quote has been read. */
  private void passString() throws IOException, CorruptFileException {
    while (true) {
      while (at < end && bytes[at] != '"' && bytes[at] != '\\') {
        at++;
      }
      byte b = here();
      at++;
      if (b == '"') {
        return;
      }
      if (b == '\\') {
        here();
        at++;
      }
    }
  }

  private byte here() throws IOException, CorruptFileException {
    if (at == end && !fill()) {
      throw corrupt("it ends too early,");
    }
    return bytes[at];
  }

  /** Reads more and drops bytes that are not held; false at the end of the stream. */
  private boolean fill() throws IOException, CorruptFileException {
    int kept = held < 0 ? at : held;
    first += kept;
    byte[] room = roomFor(end - kept);
    System.arraycopy(bytes, kept, room, 0, end - kept);
    bytes = room;
    at -= kept;
    end -= kept;
    held -= held < 0 ? 0 : kept;
    int read = in.read(bytes, end, bytes.length - end);
    end += Math.max(0, read);
    return read > 0;
  }

  private byte[] roomFor(int kept) throws CorruptFileException {
    if (kept >= UnitReader.MAX_UNIT_BYTES) {
      throw corrupt("a value of more than %d bytes".formatted(UnitReader.MAX_UNIT_BYTES));
    }
    if (kept == bytes.length) {
      return new byte[2 * kept];
    }
    return bytes.length > KEPT && kept < KEPT / 2 ? new byte[KEPT] : bytes;
  }

  /** The error for unexpected input at this byte. */
  CorruptFileException corrupt(String what) {
    return new CorruptFileException("%s at byte %d".formatted(what, first + at));
  }
}
