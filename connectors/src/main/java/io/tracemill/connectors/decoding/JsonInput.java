package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.analysis.span.Slice;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Reads JSON the way the decoders think of it: members of an object, elements of an array, values
 * of an expected type. {@code null} stands for a member that is absent, as in protobuf's JSON.
 */
public final class JsonInput {
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  /** What a decoder does with the one object that a record is. */
  public interface Body {
    void read() throws IOException, MalformedRecordException;
  }

  private final TextArena texts = new TextArena();
  private JsonParser parser;

  public JsonInput() {
    parser = open(new byte[0]);
  }

  private static JsonParser open(byte[] record) {
    try {
      return JSON.createParser(record);
    } catch (IOException e) {
      throw new IllegalStateException("Reading an array needs no input or output", e);
    }
  }

  /** Opens {@code record}, has {@code body} read it, and turns what goes wrong into a result. */
  public DecodeResult decode(byte[] record, Body body) {
    texts.clear();
    try (JsonParser opened = JSON.createParser(record)) {
      parser = opened;
      parser.nextToken();
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

  /** Whether the value is an object, which is then entered, and not {@code null}. */
  public boolean object() throws MalformedRecordException {
    return entered(JsonToken.START_OBJECT, "an object");
  }

  /** Whether the value is an array, which is then entered, and not {@code null}. */
  public boolean array() throws MalformedRecordException {
    return entered(JsonToken.START_ARRAY, "an array");
  }

  private boolean entered(JsonToken start, String what) throws MalformedRecordException {
    if (parser.currentToken() == start) {
      return true;
    }
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return false;
    }
    throw expected(what);
  }

  /**
   * Has {@code body} read the value; if that is not as {@code body} expects, moves behind it all
   * the same. JSON that is not well formed stays malformed.
   */
  public void attempt(Body body) throws IOException {
    JsonStreamContext around = around();
    try {
      body.read();
    } catch (MalformedRecordException e) {
      while (parser.getParsingContext() != around) {
        parser.nextToken();
      }
    }
  }

  /** The object or array that the value is in. */
  private JsonStreamContext around() {
    JsonStreamContext context = parser.getParsingContext();
    return parser.currentToken().isStructStart() ? context.getParent() : context;
  }

  /** Moves to the value of the next member; false at the end of the object. */
  public boolean nextMember() throws IOException {
    if (parser.nextToken() == JsonToken.END_OBJECT) {
      return false;
    }
    parser.nextToken();
    return true;
  }

  /** Name of the member whose value is read. */
  public String member() throws IOException {
    return parser.currentName();
  }

  /** Moves to the next element; false at the end of the array. */
  public boolean nextElement() throws IOException {
    return parser.nextToken() != JsonToken.END_ARRAY;
  }

  /** Moves behind the value. */
  public void skip() throws IOException {
    parser.skipChildren();
  }

  /** Offset of the value's first byte in the record, which has to be in UTF-8. */
  public int valueOffset() throws MalformedRecordException {
    return offset(parser.currentTokenLocation().getByteOffset());
  }

  /** Offset behind the value's last byte, once it has been read or skipped. */
  public int offsetBehind() throws MalformedRecordException {
    return offset(parser.currentLocation().getByteOffset());
  }

  private static int offset(long offset) throws MalformedRecordException {
    if (offset < 0) {
      throw new MalformedRecordException("not in UTF-8");
    }
    return Math.toIntExact(offset);
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
    return text.contentEquals(parser.getText());
  }

  /** The value, which has to be a string; lone surrogates come out as in every other text. */
  public String string() throws IOException, MalformedRecordException {
    if (isNull()) {
      return "";
    }
    requireString();
    String text = parser.getText();
    return hasSurrogate(text) ? new String(text.getBytes(UTF_8), UTF_8) : text;
  }

  private static boolean hasSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  /** Points {@code slice} at the value, which has to be a string. */
  public void text(Slice slice) throws IOException, MalformedRecordException {
    if (isNull()) {
      slice.clear();
      return;
    }
    requireString();
    copyText(slice);
  }

  /** Points {@code slice} at the text of a string, number or boolean; false for anything else. */
  public boolean scalarText(Slice slice) throws IOException {
    switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_TRUE, VALUE_FALSE -> copyText(slice);
      case VALUE_NUMBER_FLOAT -> slice.set(Double.toString(parser.getDoubleValue()));
      default -> {
        parser.skipChildren();
        return false;
      }
    }
    return true;
  }

  private void copyText(Slice slice) throws IOException {
    texts.put(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), slice);
  }

  /** Reads an id, which has to be a string; whether it is well formed is for the id to say. */
  public void id(HexId id) throws IOException, MalformedRecordException {
    if (isNull()) {
      id.clear();
      return;
    }
    requireString();
    id.read(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /**
   * The value, a whole number of 64 bits or a string of its digits; one between 2^63 and 2^64 comes
   * out as the negative number with the same bits.
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
        case VALUE_NUMBER_FLOAT -> new BigDecimal(parser.getText()).longValueExact();
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
      return isString() ? Double.parseDouble(parser.getText()) : parser.getDoubleValue();
    } catch (NumberFormatException | JsonProcessingException e) {
      throw expected("a floating point number");
    }
  }

  private void requireString() throws MalformedRecordException {
    if (!isString()) {
      throw expected("a string");
    }
  }

  private MalformedRecordException expected(String what) {
    return malformed("%s expected instead of %s".formatted(what, parser.currentToken()));
  }

  private MalformedRecordException malformed(String what) {
    return new MalformedRecordException(
        "%s at offset %d".formatted(what, parser.currentTokenLocation().getByteOffset()));
  }
}
