package io.tracemill.connectors.decoding;

import static io.tracemill.connectors.decoding.JsonBytes.MAX_DEPTH;
import static io.tracemill.connectors.decoding.JsonBytes.isDigit;
import static io.tracemill.connectors.decoding.JsonBytes.isSpace;

import com.fasterxml.jackson.core.JsonToken;

/**
 * Reads a record of JSON in UTF-8, straight from its array: where each member and element stands.
 *
 * <p>It is as strict as Jackson's parser, also about what is skipped, and takes what that takes:
 * any text in UTF-8, at most {@link JsonBytes#MAX_DEPTH} objects and arrays within each other,
 * numbers of {@link #MAX_NUMBER} characters. Where it stops, Jackson knows why.
 */
final class JsonCursor {
  static final int MAX_NUMBER = 1000;

  private static final int EXACT_DIGITS = 18;
  private static final int BYTE_ORDER_MARK = 0xEFBBBF;

  /** Whether the objects and arrays that have been entered are arrays, by depth. */
  private final boolean[] arrays = new boolean[MAX_DEPTH + 1];

  private final JsonString name = new JsonString();
  private final JsonString value = new JsonString();
  private byte[] bytes = {};
  private int at;
  private int depth;

  /** Whether nothing of the innermost object or array has been read. */
  private boolean entered;

  private JsonToken token = JsonToken.NOT_AVAILABLE;
  private int start;
  private long integer;
  private boolean exact;

  /** Reads the first value of {@code record}, if there is one. */
  void open(byte[] record) throws JsonSyntaxException {
    bytes = record;
    at = beginsWithMark(record) ? 3 : 0;
    depth = 0;
    token = JsonToken.NOT_AVAILABLE;
    if (hasMore()) {
      readValue();
    }
  }

  private static boolean beginsWithMark(byte[] record) {
    return record.length > 2
        && ((record[0] & 0xFF) << 16 | (record[1] & 0xFF) << 8 | (record[2] & 0xFF))
            == BYTE_ORDER_MARK;
  }

  /** Whether anything follows what was read, from {@link #start} on. */
  boolean hasMore() {
    while (at < bytes.length && isSpace(bytes[at])) {
      at++;
    }
    start = at;
    return at < bytes.length;
  }

  /** Reads on to the value of the object's next member; false at the end of the object. */
  boolean nextMember() throws JsonSyntaxException {
    if (!goesOn('}', JsonToken.END_OBJECT)) {
      return false;
    }
    expect('"');
    at = name.read(bytes, at);
    if (!name.isPlain() && name.escapesLoneSurrogate()) {
      throw new JsonSyntaxException(at);
    }
    ink();
    expect(':');
    ink();
    readValue();
    return true;
  }

  /** Reads on to the array's next element; false at the end of the array. */
  boolean nextElement() throws JsonSyntaxException {
    if (!goesOn(']', JsonToken.END_ARRAY)) {
      return false;
    }
    readValue();
    return true;
  }

  private boolean goesOn(char close, JsonToken closed) throws JsonSyntaxException {
    byte b = ink();
    if (b == close) {
      start = at++;
      token = closed;
      depth--;
      entered = false;
      return false;
    }
    if (entered) {
      entered = false;
    } else {
      expect(',');
      ink();
    }
    return true;
  }

  /** Moves to what is no space, and returns it. */
  private byte ink() throws JsonSyntaxException {
    while (at < bytes.length) {
      byte b = bytes[at];
      if (!isSpace(b)) {
        return b;
      }
      at++;
    }
    throw new JsonSyntaxException(at);
  }

  private void expect(char sign) throws JsonSyntaxException {
    if (bytes[at] != sign) {
      throw new JsonSyntaxException(at);
    }
    at++;
  }

  private void readValue() throws JsonSyntaxException {
    start = at;
    switch (bytes[at]) {
      case '"' -> {
        token = JsonToken.VALUE_STRING;
        at = value.read(bytes, at + 1);
      }
      case '{' -> enter(false, JsonToken.START_OBJECT);
      case '[' -> enter(true, JsonToken.START_ARRAY);
      case 't' -> readLiteral("true", JsonToken.VALUE_TRUE);
      case 'f' -> readLiteral("false", JsonToken.VALUE_FALSE);
      case 'n' -> readLiteral("null", JsonToken.VALUE_NULL);
      default -> readNumber();
    }
  }

  private void enter(boolean array, JsonToken opened) throws JsonSyntaxException {
    if (depth == MAX_DEPTH) {
      throw new JsonSyntaxException(at);
    }
    at++;
    depth++;
    arrays[depth] = array;
    entered = true;
    token = opened;
  }

  private void readLiteral(String literal, JsonToken literally) throws JsonSyntaxException {
    value.set(bytes, at, Math.min(at + literal.length(), bytes.length));
    if (!value.is(literal)) {
      throw new JsonSyntaxException(at);
    }
    at += literal.length();
    token = literally;
  }

  private void readNumber() throws JsonSyntaxException {
    boolean negative = bytes[at] == '-';
    at += negative ? 1 : 0;
    int first = at;
    long digits = 0;
    while (isDigit(peek())) {
      digits = 10 * digits + (bytes[at++] - '0');
    }
    int count = at - first;
    if (count == 0 || (count > 1 && bytes[first] == '0')) {
      throw new JsonSyntaxException(at);
    }
    token = JsonToken.VALUE_NUMBER_INT;
    integer = negative ? -digits : digits;
    exact = count <= EXACT_DIGITS;
    if (peek() == '.') {
      at++;
      readFraction();
    }
    if (peek() == 'e' || peek() == 'E') {
      at++;
      at += peek() == '+' || peek() == '-' ? 1 : 0;
      readFraction();
    }
    if (at - start > MAX_NUMBER) {
      throw new JsonSyntaxException(at);
    }
    value.set(bytes, start, at);
  }

  private void readFraction() throws JsonSyntaxException {
    int first = at;
    while (isDigit(peek())) {
      at++;
    }
    if (at == first) {
      throw new JsonSyntaxException(at);
    }
    token = JsonToken.VALUE_NUMBER_FLOAT;
  }

  private byte peek() {
    return at < bytes.length ? bytes[at] : 0;
  }

  /** Moves behind the object or array that has just been entered, if the value is one. */
  void skip() throws JsonSyntaxException {
    leave(around());
  }

  /** How many objects and arrays the value is in. */
  int around() {
    return token.isStructStart() ? depth - 1 : depth;
  }

  /** Moves on until no more than so many objects and arrays are open. */
  void leave(int open) throws JsonSyntaxException {
    while (depth > open) {
      if (arrays[depth]) {
        nextElement();
      } else {
        nextMember();
      }
    }
  }

  /** What was read last, as Jackson calls it. */
  JsonToken token() {
    return token;
  }

  /** Offset of its first byte. */
  int start() {
    return start;
  }

  /** Offset behind the last byte that was read. */
  int end() {
    return at;
  }

  /** Name of the member that was read last, unless something within its value was. */
  JsonString name() {
    return name;
  }

  /** The string, number, true, false or null that was read last. */
  JsonString value() {
    return value;
  }

  /** Whether {@link #integer} is the number that was read last, if that is a whole one. */
  boolean isExact() {
    return exact;
  }

  long integer() {
    return integer;
  }
}
