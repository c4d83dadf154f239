package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.analysis.span.Slice;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * Reads JSON the way the decoders think of it: members of an object, elements of an array, values
 * of an expected type. {@code null} stands for a member that is absent, as in protobuf's JSON.
 *
 * <p>Jackson's parser takes half as long again. It is asked what is wrong with a record that cannot
 * be read, and it is what the tests compare with.
 */
public final class JsonInput {
  private static final JsonFactory JSON = new JsonFactory();

  /** The longest text that is decoded, in bytes. */
  private static final int MAX_TEXT = 20_000_000;

  /** What a decoder does with the one object that a record is. */
  public interface Body {
    void read() throws IOException, MalformedRecordException;
  }

  private final JsonCursor cursor = new JsonCursor();
  private final JsonNames names = new JsonNames();
  private final TextArena texts = new TextArena();
  private final Slice idText = new Slice();

  /** Opens {@code record}, has {@code body} read it, and turns what goes wrong into a result. */
  public DecodeResult decode(byte[] record, Body body) {
    texts.clear();
    try {
      cursor.open(record);
      body.read();
      if (cursor.hasMore()) {
        throw malformed("more than one value");
      }
      return DecodeResult.DECODED;
    } catch (MalformedRecordException e) {
      return new DecodeResult.Malformed(e.reason());
    } catch (JsonSyntaxException e) {
      return new DecodeResult.Malformed(reason(record, e));
    } catch (IOException | RuntimeException e) {
      // A bug of the parser must cost one record, not the job.
      return new DecodeResult.Malformed("The JSON parser failed: " + e);
    }
  }

  /** What Jackson says of {@code record}, which it takes only where that is not in UTF-8. */
  private static String reason(byte[] record, JsonSyntaxException found) {
    try (JsonParser parser = JSON.createParser(record)) {
      while (parser.nextToken() != null) {
        // The offset of what is wrong is wanted, and what it is.
      }
      return "no JSON in UTF-8 at offset " + found.offset();
    } catch (JsonProcessingException e) {
      return e.getOriginalMessage() + at(e);
    } catch (IOException | RuntimeException e) {
      return "no JSON at offset %d: %s".formatted(found.offset(), e);
    }
  }

  private static String at(JsonProcessingException e) {
    return e.getLocation() == null ? "" : " at offset " + e.getLocation().getByteOffset();
  }

  /** Enters the value, which has to be an object: {@code null} is no record. */
  public void requireObject() throws MalformedRecordException {
    if (cursor.token() != JsonToken.START_OBJECT) {
      throw expected("an object");
    }
  }

  /** Enters the value, which has to be an array: {@code null} is no record. */
  public void requireArray() throws MalformedRecordException {
    if (cursor.token() != JsonToken.START_ARRAY) {
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
    if (cursor.token() == start) {
      return true;
    }
    if (cursor.token() == JsonToken.VALUE_NULL) {
      return false;
    }
    throw expected(what);
  }

  /**
   * Has {@code body} read the value; if that is not as {@code body} expects, moves behind it all
   * the same. JSON that is not well formed stays malformed.
   */
  public void attempt(Body body) throws IOException {
    int around = cursor.around();
    try {
      body.read();
    } catch (MalformedRecordException e) {
      cursor.leave(around);
    }
  }

  /** Moves to the value of the next member; false at the end of the object. */
  public boolean nextMember() throws IOException {
    return cursor.nextMember();
  }

  /** Name of the member whose value has been moved to. */
  public String member() {
    return names.of(cursor.name());
  }

  /** Moves to the next element; false at the end of the array. */
  public boolean nextElement() throws IOException {
    return cursor.nextElement();
  }

  /** Moves behind the value. */
  public void skip() throws IOException {
    cursor.skip();
  }

  /** Offset of the value's first byte in the record. */
  public int valueOffset() {
    return cursor.start();
  }

  /** Offset behind the value's last byte, once it has been read or skipped. */
  public int offsetBehind() {
    return cursor.end();
  }

  /** Whether the value is {@code null}. */
  public boolean isNull() {
    return cursor.token() == JsonToken.VALUE_NULL;
  }

  /** Whether the value is a string. */
  public boolean isString() {
    return cursor.token() == JsonToken.VALUE_STRING;
  }

  /** Whether the value, a string, is {@code text}. */
  public boolean is(String text) {
    return cursor.value().is(text);
  }

  /** The value, which has to be a string; lone surrogates come out as in every other text. */
  public String string() throws MalformedRecordException {
    if (isNull()) {
      return "";
    }
    requireString();
    JsonString value = cursor.value();
    return value.isPlain() ? value.toString() : new String(value.toString().getBytes(UTF_8), UTF_8);
  }

  /** The same for strings that come often: equal ones are mostly one object. */
  public String symbol() throws MalformedRecordException {
    return isString() && cursor.value().isPlain() ? names.of(cursor.value()) : string();
  }

  /** Points {@code slice} at the value, which has to be a string. */
  public void text(Slice slice) throws MalformedRecordException {
    if (isNull()) {
      slice.clear();
      return;
    }
    requireString();
    point(slice);
  }

  /** Points {@code slice} at the text of a string, number or boolean; false for anything else. */
  public boolean scalarText(Slice slice) throws IOException, MalformedRecordException {
    switch (cursor.token()) {
      case VALUE_STRING -> {
        requireString();
        point(slice);
      }
      case VALUE_NUMBER_INT, VALUE_TRUE, VALUE_FALSE -> point(slice);
      case VALUE_NUMBER_FLOAT ->
          slice.set(Double.toString(Double.parseDouble(cursor.value().toString())));
      default -> {
        cursor.skip();
        return false;
      }
    }
    return true;
  }

  private void point(Slice slice) {
    JsonString value = cursor.value();
    if (value.isPlain()) {
      slice.set(value.bytes(), value.offset(), value.length());
    } else {
      char[] chars = new char[value.length()];
      texts.put(chars, 0, value.decode(chars), slice);
    }
  }

  /** Reads an id, which has to be a string; whether it is well formed is for the id to say. */
  public void id(HexId id) throws MalformedRecordException {
    text(idText);
    id.read(idText.array(), idText.offset(), idText.length());
  }

  /**
   * The value, a whole number of 64 bits or a string of its digits; one between 2^63 and 2^64 comes
   * out as the negative number with the same bits.
   */
  public long integer() throws MalformedRecordException {
    try {
      return switch (cursor.token()) {
        case VALUE_NULL -> 0;
        case VALUE_STRING -> integer(cursor.value().toString());
        case VALUE_NUMBER_INT ->
            cursor.isExact() ? cursor.integer() : integer(cursor.value().toString());
        case VALUE_NUMBER_FLOAT -> new BigDecimal(cursor.value().toString()).longValueExact();
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
    return switch (cursor.token()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> throw expected("true or false");
    };
  }

  /** The value, a floating point number or a string of one. */
  public double floating() throws MalformedRecordException {
    return switch (cursor.token()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parsed(cursor.value().toString());
      default -> throw notFloating();
    };
  }

  private double parsed(String text) throws MalformedRecordException {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw notFloating();
    }
  }

  private MalformedRecordException notFloating() {
    return expected("a floating point number");
  }

  private void requireString() throws MalformedRecordException {
    if (!isString()) {
      throw expected("a string");
    }
    if (cursor.value().length() > MAX_TEXT) {
      throw malformed("a string of more than %d bytes".formatted(MAX_TEXT));
    }
  }

  private MalformedRecordException expected(String what) {
    return malformed("%s expected instead of %s".formatted(what, cursor.token()));
  }

  private MalformedRecordException malformed(String what) {
    return new MalformedRecordException("%s at offset %d".formatted(what, cursor.start()));
  }
}
