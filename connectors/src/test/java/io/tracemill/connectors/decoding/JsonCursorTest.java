package io.tracemill.connectors.decoding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class JsonCursorTest {
  private static final JsonFactory JSON = new JsonFactory();
  private static final List<String> MALFORMED = List.of("malformed");

  @Property(tries = 2000)
  void aRecordReadsAsJacksonReadsIt(@ForAll long seed) throws IOException {
    byte[] record = new RandomJson(new Random(seed)).value(5).getBytes(UTF_8);

    assertThat(read(record)).isEqualTo(readByJackson(record)).isNotEqualTo(MALFORMED);
  }

  @Property(tries = 5000)
  void whatJacksonRefusesIsRefused(@ForAll long seed) throws IOException {
    RandomJson json = new RandomJson(new Random(seed));
    byte[] record = json.damaged(json.value(3).getBytes(UTF_8));

    if (isUtf8(record)) {
      assertThat(read(record)).isEqualTo(readByJackson(record));
    } else {
      assertThat(read(record).equals(MALFORMED)).isEqualTo(readByJackson(record).equals(MALFORMED));
    }
  }

  /** No bytes too many for a character: what Jackson makes of these depends on where they stand. */
  private static boolean isUtf8(byte[] record) {
    return Arrays.equals(new String(record, UTF_8).getBytes(UTF_8), record);
  }

  @Test
  void recordsThatJacksonTakesForUtf16AreRefused() throws IOException {
    for (String json : List.of(" \0", "7\0", "\0 ", "\0007")) {
      assertThat(readByJackson(json.getBytes(UTF_8))).as(json).isEqualTo(MALFORMED);
      assertThat(read(json.getBytes(UTF_8))).as(json).isEqualTo(MALFORMED);
    }
  }

  @Property(tries = 2000)
  void whatIsSkippedHasToBeWellFormedToo(@ForAll long seed) throws IOException {
    RandomJson json = new RandomJson(new Random(seed));
    byte[] record = json.damaged(("[" + json.value(3) + "]").getBytes(UTF_8));

    assertThat(isSkipped(record)).isEqualTo(!readByJackson(record).equals(MALFORMED));
  }

  @Test
  void nothingIsForgivenThatJacksonDoesNotForgive() throws IOException {
    for (String json :
        List.of(
            "[01]",
            "[-]",
            "[1.]",
            "[.5]",
            "[+1]",
            "[NaN]",
            "[1e]",
            "[-01]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{\"a\":1,}",
            "{a:1}",
            "{'a':1}",
            "{\"a\" 1}",
            "{\"a\"}",
            "{,}",
            "{1:1}",
            "[\"\t\"]",
            "[\"\\x\"]",
            "[\"\\u12g4\"]",
            "[\"\\u12",
            "[\"\\",
            "[\"a",
            "[tru]",
            "[truex]",
            "[nul",
            "[",
            "{",
            "{\"",
            "[}",
            "{]",
            "[/*a*/]",
            "[1]]",
            "0\u0000",
            "\u00a0[]")) {
      assertThat(readByJackson(json.getBytes(UTF_8))).as(json).isEqualTo(MALFORMED);
      assertThat(read(json.getBytes(UTF_8))).as(json).isEqualTo(MALFORMED);
    }
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws IOException {
    for (int[] bytes :
        new int[][] {{0x80}, {0xC3}, {0xC3, 0x41}, {0xE6, 0x97}, {0xF0, 0x9F, 0x98}, {0xF8}}) {
      byte[] record = new byte[bytes.length + 4];
      record[0] = '[';
      record[1] = '"';
      for (int i = 0; i < bytes.length; i++) {
        record[2 + i] = (byte) bytes[i];
      }
      record[bytes.length + 2] = '"';
      record[bytes.length + 3] = ']';
      assertThat(readByJackson(record)).isEqualTo(MALFORMED);
      assertThat(read(record)).isEqualTo(MALFORMED);
    }
  }

  @Test
  void aMarkOfTheByteOrderMayStandInFront() throws IOException {
    byte[] record = "\ufeff [1]".getBytes(UTF_8);

    assertThat(read(record)).isEqualTo(readByJackson(record)).isNotEqualTo(MALFORMED);
  }

  @Test
  void objectsAndArraysMayBeAsDeepAsForJackson() throws IOException {
    for (int depth = JsonBytes.MAX_DEPTH - 1; depth <= JsonBytes.MAX_DEPTH + 1; depth++) {
      byte[] record = ("[".repeat(depth) + "]".repeat(depth)).getBytes(UTF_8);
      boolean malformed = depth > JsonBytes.MAX_DEPTH;

      assertThat(readByJackson(record).equals(MALFORMED)).isEqualTo(malformed);
      assertThat(isSkipped(record)).isEqualTo(!malformed);
    }
  }

  @Test
  void numbersMayBeAsLongAsForJackson() throws IOException {
    for (int digits = JsonCursor.MAX_NUMBER; digits <= JsonCursor.MAX_NUMBER + 1; digits++) {
      byte[] record = ("[" + "7".repeat(digits) + "]").getBytes(UTF_8);

      assertThat(read(record)).isEqualTo(readByJackson(record));
    }
  }

  private static boolean isSkipped(byte[] record) {
    JsonCursor cursor = new JsonCursor();
    try {
      cursor.open(record);
      cursor.skip();
      return !cursor.hasMore();
    } catch (JsonSyntaxException e) {
      return false;
    }
  }

  /** Names, values and where they begin. */
  private static List<String> read(byte[] record) {
    JsonCursor cursor = new JsonCursor();
    List<String> seen = new ArrayList<>();
    try {
      cursor.open(record);
      readValue(cursor, seen);
      return cursor.hasMore() ? MALFORMED : seen;
    } catch (JsonSyntaxException e) {
      return MALFORMED;
    }
  }

  private static void readValue(JsonCursor cursor, List<String> seen) throws JsonSyntaxException {
    JsonToken token = cursor.token();
    seen.add(describe(token, cursor.start(), cursor.value().toString()));
    if (token == JsonToken.START_OBJECT) {
      while (cursor.nextMember()) {
        seen.add(cursor.name().toString());
        readValue(cursor, seen);
      }
    } else if (token == JsonToken.START_ARRAY) {
      while (cursor.nextElement()) {
        readValue(cursor, seen);
      }
    }
    if (token.isStructStart()) {
      seen.add(describe(cursor.token(), cursor.start(), ""));
    }
  }

  private static List<String> readByJackson(byte[] record) throws IOException {
    List<String> seen = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(record)) {
      int depth = 0;
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (depth == 0 && !seen.isEmpty()) {
          return MALFORMED;
        }
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        long start = parser.currentTokenLocation().getByteOffset();
        seen.add(
            token == JsonToken.FIELD_NAME
                ? parser.currentName()
                : describe(token, start, parser.getText()));
      }
      if (parser.currentLocation().getByteOffset() < 0) {
        // Taken for UTF-16 or UTF-32, as a digit or a blank before a NUL is; Tracemill reads
        // neither.
        return MALFORMED;
      }
      return seen.isEmpty() ? List.of(describe(JsonToken.NOT_AVAILABLE, record.length, "")) : seen;
    } catch (JsonProcessingException e) {
      return MALFORMED;
    }
  }

  private static String describe(JsonToken token, long start, String text) {
    return token + "@" + start + (token.isScalarValue() ? " " + text : "");
  }
}
