package io.tracemill.connectors.decoding;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.analysis.span.Slice;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Reads JSON in UTF-8 as decoders need it: members of an object, elements of an array, values of an
 * expected type. {@code null} means an absent member, as in protobuf's JSON. It uses Jackson's
 * streaming parser. Skipped values must be well formed too.
 */
public final class JsonInput {
  private static final JsonFactory JSON = new JsonFactory();

  /** The decoding of a record that is one object. */
  public interface Body {
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

  /** Opens {@code record}, runs {@code body} on it, and turns errors into a result. */
  public DecodeResult decode(byte[] record, Body body) {
    this.record = record;
    try (JsonParser opened = JSON.createParser(record)) {
      parser = opened;
      if (offsetBehind() < 0) {
        return new DecodeResult.Malformed("not in UTF-8");
      }
      if (parser.nextToken() == null) {
        return new DecodeResult.Malformed("no JSON at all");
      }
      body.read();
      if (parser.nextToken() != null) {
        throw malformed("more than one value");
      }
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

  /** Enters the value, which has to be an object: {@code null} is no record. */
  public void requireObject() throws MalformedRecordException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw expected("an object");
    }
  }

  /** Enters the value, which has to be an array: {@code null} is no record. */
  public void requireArray() throws MalformedRecordException {
    if (parser.currentToken() != JsonToken.START_ARRAY) {
      throw expected("an array");
    }
  }

  /** Enters the value if it is an object and not {@code null}; returns whether it did. */
  public boolean object() throws MalformedRecordException {
    if (!isNull()) {
      requireObject();
    }
    return !isNull();
  }

  /** Enters the value if it is an array and not {@code null}; returns whether it did. */
  public boolean array() throws MalformedRecordException {
    if (!isNull()) {
      requireArray();
    }
    return !isNull();
  }

  /** Enters each object of the array and runs {@code body}; {@code null} counts as no array. */
  public void objects(Body body) throws IOException, MalformedRecordException {
    if (array()) {
      while (nextElement()) {
        if (object()) {
          body.read();
        }
      }
    }
  }

  /**
   * Runs {@code body} on the value. If the value has an unexpected type, skips it. JSON that is not
   * well formed stays malformed.
   */
  public void attempt(Body body) throws IOException {
    int around = depth() - (parser.currentToken().isStructStart() ? 1 : 0);
    try {
      body.read();
    } catch (MalformedRecordException e) {
      while (depth() > around) {
        parser.nextToken();
      }
    }
  }

  /** The number of objects and arrays entered. */
  private int depth() {
    return parser.getParsingContext().getNestingDepth();
  }

  /** Moves to the value of the next member; false at the end of the object. */
  public boolean nextMember() throws IOException {
    String name = parser.nextFieldName();
    if (name == null) {
      return false;
    }
    member = name;
    parser.nextToken();
    return true;
  }

  /** Name of the current member. */
  public String member() {
    return member;
  }

  /** Moves to the next element; false at the end of the array. */
  public boolean nextElement() throws IOException {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  /** Skips the value. */
  public void skip() throws IOException {
    parser.skipChildren();
  }

  /** Offset of the value's first byte in the record. */
  private int valueOffset() {
    return (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Offset after the value's last byte; for a string, only after it was read or skipped. */
  private int offsetBehind() {
    return (int) parser.currentLocation().getByteOffset();
  }

  /** Whether the value is {@code null}. */
  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  /** Whether the value is a string. */
  public boolean isString() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  /** Whether the value, a string, is {@code text}. */
  public boolean is(String text) throws IOException {
    return parser.getText().equals(text);
  }

  /** The value, which has to be a string; a lone surrogate becomes {@code ?}. */
  public String string() throws IOException, MalformedRecordException {
    text(scratch);
    return scratch.toString();
  }

  /** Points {@code slice} at the value, which has to be a string. */
  public void text(Slice slice) throws IOException, MalformedRecordException {
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
  public boolean scalarText(Slice slice) throws IOException {
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

  /**
   * Reads an id, which has to be a string. {@link HexId} itself tells whether it is well formed.
   */
  public void id(HexId id) throws IOException, MalformedRecordException {
    text(scratch);
    id.read(scratch.array(), scratch.offset(), scratch.length());
  }

  /**
   * The value, a whole number of 64 bits or a string of its digits. A number from 2^63 to 2^64
   * becomes the negative number with the same bits.
   */
  public long integer() throws IOException, MalformedRecordException {
    try {
      return switch (parser.currentToken()) {
        case VALUE_NULL -> 0;
        case VALUE_STRING -> integer(parser.getText());
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

  private static long integer(String digits) {
    return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
  }

  /** The value, which has to be true or false. */
  public boolean bool() throws MalformedRecordException {
    return switch (parser.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw expected("true or false");
    };
  }

  /** The value, a floating point number or a string of one. */
  public double floating() throws IOException, MalformedRecordException {
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

  private MalformedRecordException expected(String what) {
    return malformed("%s expected instead of %s".formatted(what, parser.currentToken()));
  }

  private MalformedRecordException malformed(String what) {
    return new MalformedRecordException("%s at offset %d".formatted(what, valueOffset()));
  }
}
