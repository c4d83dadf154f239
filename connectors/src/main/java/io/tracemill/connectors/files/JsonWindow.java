package io.tracemill.connectors.files;

import static io.tracemill.connectors.decoding.JsonBytes.MAX_DEPTH;
import static io.tracemill.connectors.decoding.JsonBytes.isDigit;
import static io.tracemill.connectors.decoding.JsonBytes.isSpace;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.connectors.decoding.JsonString;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * A stream of JSON in UTF-8, of which as much is in memory as is being looked at. Values are passed
 * over by their quotes, braces and brackets alone: what else is wrong with one is for its decoder
 * to find.
 */
final class JsonWindow {
  /** Is told what stands at one depth of an object that is passed over. */
  @FunctionalInterface
  interface Watch {
    /** Stands for a number of more than 18 digits; two of them can be added. */
    long TOO_LARGE = 1_000_000_000_000_000_000L;

    /** Whether a number is wanted whose name stands at these offsets, between its quotes. */
    boolean wants(byte[] bytes, int from, int to);

    /** The number that was wanted, if it is a whole one; within {@link #TOO_LARGE} either way. */
    default void number(long value) {}

    /** An object of that depth begins. */
    default void begin() {}

    /** An object of that depth ends. */
    default void end() {}
  }

  private static final Watch NOBODY = (bytes, from, to) -> false;
  private static final int NO_DEPTH = -1;

  private static final int FIRST_BYTES = 1 << 18;

  /** Room that is kept from value to value, in bytes. */
  private static final int KEPT = 1 << 20;

  private static final int MAX_DIGITS = 18;

  private final InputStream in;

  /** Whether the objects and arrays within the value are arrays, by depth. */
  private final boolean[] arrays = new boolean[MAX_DEPTH + 1];

  private byte[] bytes = new byte[FIRST_BYTES];

  /** Where in the stream the first of them stands. */
  private long first;

  private int at;
  private int end;

  /** Offset of the value that has to stay in memory, -1 if there is none. */
  private int held = -1;

  /** Whether nothing has been read of the object or array that was entered last. */
  private boolean entered;

  JsonWindow(InputStream in) {
    this.in = in;
  }

  /** Goes into an object or array. */
  void enter(char opening) throws IOException, CorruptFileException {
    expect(opening);
    entered = true;
  }

  /** Moves to the next member or element of what was entered; false at its end. */
  boolean goesOn(char closing) throws IOException, CorruptFileException {
    if (ink() == closing) {
      at++;
      entered = false;
      return false;
    }
    if (!entered) {
      expect(',');
    }
    entered = false;
    return true;
  }

  /** Whether this is what the value begins with. */
  boolean isNext(char sign) throws IOException, CorruptFileException {
    return ink() == sign;
  }

  /** Reads a member's name, escapes and all, and moves to its value. */
  String name() throws IOException, CorruptFileException {
    expect('"');
    held = at;
    passString();
    String name = new String(bytes, held, at - 1 - held, UTF_8);
    held = -1;
    expect(':');
    return name;
  }

  /** Moves behind the value. */
  void skip() throws IOException, CorruptFileException {
    byte b = ink();
    if (b == '{' || b == '[') {
      passStructure(NO_DEPTH, NOBODY);
    } else if (b == '"') {
      at++;
      passString();
    } else {
      while (!isBehindScalar(byteHere())) {
        at++;
      }
    }
  }

  private static boolean isBehindScalar(byte b) {
    return b == ',' || b == '}' || b == ']' || b <= ' ';
  }

  /** Copies the object that the value is; {@code watch} is told of what is {@code depth} deep. */
  byte[] object(int depth, Watch watch) throws IOException, CorruptFileException {
    if (!isNext('{')) {
      throw corrupt("an object expected");
    }
    held = at;
    passStructure(depth, watch);
    byte[] object = Arrays.copyOfRange(bytes, held, at);
    held = -1;
    return object;
  }

  private void passStructure(int watched, Watch watch) throws IOException, CorruptFileException {
    int depth = 0;
    do {
      byte b = byteHere();
      at++;
      if (b == '"') {
        int from = at - held;
        passString();
        if (depth == watched && watch.wants(bytes, held + from, at - 1)) {
          passNumber(watch);
        }
      } else if (b == '{' || b == '[') {
        if (depth == MAX_DEPTH) {
          throw corrupt("nested deeper than " + MAX_DEPTH);
        }
        depth++;
        arrays[depth] = b == '[';
        if (depth == watched && b == '{') {
          watch.begin();
        }
      } else if (b == '}' || b == ']') {
        if (arrays[depth] != (b == ']')) {
          throw corrupt("a %s that matches nothing".formatted((char) b));
        }
        if (depth == watched && b == '}') {
          watch.end();
        }
        depth--;
      }
    } while (depth > 0);
  }

  /** Moves behind the string whose first quote has been passed. */
  private void passString() throws IOException, CorruptFileException {
    while (true) {
      at = JsonString.indexOfSpecial(bytes, at, end);
      byte b = byteHere();
      at++;
      if (b == '"') {
        return;
      }
      if (b == '\\') {
        byteHere();
        at++;
      }
    }
  }

  private void passNumber(Watch watch) throws IOException, CorruptFileException {
    if (ink() != ':') {
      return;
    }
    at++;
    boolean negative = ink() == '-';
    at += negative ? 1 : 0;
    long value = 0;
    int digits = 0;
    while (isDigit(byteHere())) {
      value = digits < MAX_DIGITS ? 10 * value + (bytes[at] - '0') : Watch.TOO_LARGE;
      at++;
      digits++;
    }
    if (digits > 0 && isBehindScalar(byteHere())) {
      watch.number(negative ? -value : value);
    }
  }

  private void expect(char sign) throws IOException, CorruptFileException {
    if (ink() != sign) {
      throw corrupt("a %s expected".formatted(sign));
    }
    at++;
  }

  /** Moves to what is no space. */
  private byte ink() throws IOException, CorruptFileException {
    while (true) {
      byte b = byteHere();
      if (!isSpace(b)) {
        return b;
      }
      at++;
    }
  }

  private byte byteHere() throws IOException, CorruptFileException {
    if (at == end) {
      fill();
    }
    return bytes[at];
  }

  /** Reads on, and forgets what is not held. */
  private void fill() throws IOException, CorruptFileException {
    int kept = held < 0 ? at : held;
    first += kept;
    byte[] room = roomFor(end - kept);
    System.arraycopy(bytes, kept, room, 0, end - kept);
    bytes = room;
    at -= kept;
    end -= kept;
    held -= held < 0 ? 0 : kept;
    int read = in.read(bytes, end, bytes.length - end);
    if (read <= 0) {
      throw corrupt("it ends too early,");
    }
    end += read;
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

  private CorruptFileException corrupt(String what) {
    return new CorruptFileException("%s at byte %d".formatted(what, first + at));
  }
}
