package io.tracemill.connectors.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ReadId;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads JSON in UTF-8 as decoders need it: members of an object, elements of an array, values of an
 * expected type. {@code null} means an absent member, as in protobuf's JSON. It uses Jackson's
 * streaming parser. Skipped values must be well formed too.
 */
final class JsonInput {
  private static final JsonFactory JSON = new JsonFactory();

  /** A number with this many digits always fits into 64 bits without a sign. */
  private static final int SAFE_DIGITS = 19;

  /** The decoding of a value. */
  interface Body {
    void read() throws IOException, MalformedRecordException;
  }

  private final Slice scratch = new Slice();
  private byte[] record = {};
  private JsonParser parser = parserOfNothing();
  private String member = "";

  private static JsonParser parserOfNothing() {
    try {
      return JSON.createParser(new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading no bytes needs no input", e);
    }
  }

  /** Opens {@code record}, runs {@code body} on each value, and turns errors into a result. */
  DecodeResult decode(byte[] record, Body body) {
    this.record = record;
    try (JsonParser opened = JSON.createParser(record)) {
      parser = opened;
      if (offsetBehind() < 0) {
        return new DecodeResult.Malformed("not in UTF-8");
      }
      if (parser.nextToken() == null) {
        return new DecodeResult.Malformed("no JSON at all");
      }
      do {
        body.read();
      } while (parser.nextToken() != null);
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    } catch (JsonProcessingException e) {
      return new DecodeResult.Malformed(e.getOriginalMessage() + at(e));
    } catch (IOException | RuntimeException e) {
      // A bug of the parser must cost one record, not the job.
      return new DecodeResult.Malformed("The JSON parser failed: " + e);
    }
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " at offset " + e.getLocation().getByteOffset();
  }

  boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  boolean isString() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  boolean isArray() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  boolean isScalar() {
    return parser.currentToken().isScalarValue();
  }

  /** Enters the value if it is an object and not {@code null}; returns whether it did. */
  boolean object() throws MalformedRecordException {
    if (!isObject() && !isNull()) {
      throw expected("an object");
    }
    return isObject();
  }

  /** Enters the value if it is an array and not {@code null}; returns whether it did. */
  boolean array() throws MalformedRecordException {
    if (!isArray() && !isNull()) {
      throw expected("an array");
    }
    return isArray();
  }

  /** Enters the next element that is not {@code null}, an object; false at the array's end. */
  boolean nextObject() throws IOException, MalformedRecordException {
    while (nextElement()) {
      if (object()) {
        return true;
      }
    }
    return false;
  }

  /** Moves to the value of the next member; false at the end of the object. */
  boolean nextMember() throws IOException {
    String name = parser.nextFieldName();
    if (name == null) {
      return false;
    }
    member = name;
    parser.nextToken();
    return true;
  }

  /** Name of the current member. */
  String member() {
    return member;
  }

  /** Moves to the next element; false at the end of the array. */
  boolean nextElement() throws IOException {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  /** Skips the value. */
  void skip() throws IOException {
    parser.skipChildren();
  }

  /** Skips the value; returns whether it is an object or array that holds anything. */
  boolean skipContent() throws IOException {
    if (!isObject() && !isArray()) {
      return false;
    }
    boolean empty = parser.nextToken().isStructEnd();
    if (!empty) {
      for (int depth = parser.currentToken().isStructStart() ? 2 : 1; depth > 0; ) {
        JsonToken token = parser.nextToken();
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      }
    }
    return !empty;
  }

  /** Offset of the value's first byte in the record. */
  private int valueOffset() {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Offset after the value's last byte; for a string, only after it was read or skipped. */
  private int offsetBehind() {
    return (int) parser.currentLocation().getByteOffset();
  }

  /** The value, which has to be a string; a lone surrogate becomes {@code ?}. */
  String string() throws IOException, MalformedRecordException {
    text(scratch);
    return scratch.toString();
  }

  /** Points {@code slice} at the value, which has to be a string. */
  void text(Slice slice) throws IOException, MalformedRecordException {
    if (isNull()) {
      slice.clear();
    } else if (isString()) {
      point(slice);
    } else {
      throw expected("a string");
    }
  }

  /**
   * Most strings have no escapes, so the slice can point into the record. Jackson then only skips
   * them, which saves a sixth of the decoding time.
   */
  private void point(Slice slice) throws IOException {
    int from = valueOffset() + 1;
    int to = from;
    while (to < record.length && record[to] != '"' && record[to] != '\\') {
      to++;
    }
    if (to < record.length && record[to] == '"') {
      slice.set(record, from, to - from);
    } else {
      slice.set(parser.getText());
    }
  }

  /** Points {@code slice} at the text of a string, number or boolean; false for anything else. */
  boolean scalarText(Slice slice) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_STRING -> point(slice);
      case VALUE_NUMBER_INT, VALUE_TRUE, VALUE_FALSE ->
          slice.set(record, valueOffset(), offsetBehind() - valueOffset());
      case VALUE_NUMBER_FLOAT -> slice.set(Double.toString(parser.getDoubleValue()));
      default -> {
        skip();
        return false;
      }
    }
    return true;
  }

  /** Reads an id, which has to be a string. {@link ReadId} itself tells whether it is valid. */
  void id(ReadId id) throws IOException, MalformedRecordException {
    text(scratch);
    id.read(scratch);
  }

  /**
   * The value, a whole number of 64 bits or a string of its digits. A number from 2^63 to 2^64
   * becomes the negative number with the same bits.
   */
  long integer() throws IOException, MalformedRecordException {
    try {
      return switch (parser.currentToken()) {
        case VALUE_NULL -> 0;
        case VALUE_STRING -> {
          point(scratch);
          yield integer(scratch);
        }
        case VALUE_NUMBER_INT ->
            parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? integer(parser.getText())
                : parser.getLongValue();
        case VALUE_NUMBER_FLOAT -> parser.getDecimalValue().longValueExact();
        default -> throw expected("a number");
      };
    } catch (NumberFormatException | ArithmeticException e) {
      throw expected("a whole number of 64 bits");
    }
  }

  /** The number in a text: its digits are read where they are, unless they may overflow. */
  private static long integer(Slice text) {
    long value = 0;
    int length = text.length();
    for (int i = 0; i < length && length <= SAFE_DIGITS; i++) {
      int digit = text.array()[text.offset() + i] - '0';
      if (digit < 0 || digit > 9) {
        return integer(text.toString());
      }
      value = 10 * value + digit;
    }
    return length == 0 || length > SAFE_DIGITS ? integer(text.toString()) : value;
  }

  private static long integer(String digits) {
    return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
  }

  /** The value, a floating point number or a string of one. */
  double floating() throws IOException, MalformedRecordException {
    try {
      return switch (parser.currentToken()) {
        case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
            Double.parseDouble(parser.getText());
        default -> throw expected("a floating point number");
      };
    } catch (NumberFormatException e) {
      throw expected("a floating point number");
    }
  }

  /** The error for a value that is not {@code what}. */
  MalformedRecordException expected(String what) {
    return new MalformedRecordException(
        "%s expected instead of %s at offset %d"
            .formatted(what, parser.currentToken(), valueOffset()));
  }
}
