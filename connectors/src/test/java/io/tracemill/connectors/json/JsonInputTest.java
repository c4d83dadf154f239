package io.tracemill.connectors.json;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RandomJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class JsonInputTest {
  private static final ObjectMapper PLAIN = new ObjectMapper();
  private static final ObjectMapper ESCAPING =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final JsonInput json = new JsonInput();

  @Property(tries = 500)
  void aStringIsTheTextThatWasWritten(@ForAll String first, @ForAll String second)
      throws IOException {
    List<String> texts = List.of(inUtf8(first), inUtf8(second));
    for (ObjectMapper mapper : List.of(PLAIN, ESCAPING)) {
      assertThat(strings(mapper.writeValueAsBytes(texts))).isEqualTo(texts);
    }
  }

  @Test
  void aLoneSurrogateBecomesAQuestionMark() {
    assertThat(strings("[\"\\ud800\",\"a\\udc00b\"]".getBytes(UTF_8))).containsExactly("?", "a?b");
  }

  private static String inUtf8(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }

  private List<String> strings(byte[] array) {
    List<String> texts = new ArrayList<>();
    DecodeResult result =
        json.decode(
            array,
            () -> {
              json.array();
              Slice slice = new Slice();
              while (json.nextElement()) {
                json.text(slice);
                texts.add(slice.toString());
                assertThat(json.string()).isEqualTo(slice.toString());
              }
            });
    assertThat(result).isEqualTo(DecodeResult.DECODED);
    return texts;
  }

  @Test
  void aWholeNumberHas64BitsAndMayBeAString() throws IOException {
    assertThat(integer("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
    assertThat(integer("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(integer("18446744073709551615")).isEqualTo(-1);
    assertThat(integer("\"18446744073709551615\"")).isEqualTo(-1);
    assertThat(integer("1e3")).isEqualTo(1000);
    assertThat(integer("null")).isEqualTo(0);
    for (String wrong : List.of("18446744073709551616", "1.5", "\"x\"", "true", "{}", "1e400")) {
      assertThat(json.decode(wrong.getBytes(UTF_8), json::integer))
          .as(wrong)
          .isInstanceOf(DecodeResult.Malformed.class);
    }
  }

  private long integer(String number) {
    long[] read = new long[1];
    assertThat(json.decode(number.getBytes(UTF_8), () -> read[0] = json.integer()))
        .isEqualTo(DecodeResult.DECODED);
    return read[0];
  }

  @Property(tries = 2000)
  void whatIsSkippedHasToBeWellFormedToo(@ForAll long seed) {
    RandomJson random = new RandomJson(new Random(seed));
    byte[] record = random.damaged(("[" + random.value(3) + "]").getBytes(UTF_8));

    assertThat(json.decode(record, json::skip) instanceof DecodeResult.Decoded)
        .as(new String(record, UTF_8))
        .isEqualTo(json.decode(record, this::readAll) instanceof DecodeResult.Decoded);
  }

  /** Reads every value, whatever it is. */
  private void readAll() throws IOException {
    Slice slice = new Slice();
    if (json.isArray()) {
      while (json.nextElement()) {
        readAll();
      }
    } else if (json.isObject()) {
      while (json.nextMember()) {
        readAll();
      }
    } else {
      json.scalarText(slice);
    }
  }

  @Test
  void onlyUtf8IsRead() {
    assertThat(json.decode("[1]".getBytes(UTF_16LE), json::skip))
        .isEqualTo(new DecodeResult.Malformed("not in UTF-8"));
    assertThat(strings("\uFEFF[\"a\"]".getBytes(UTF_8))).containsExactly("a");
  }

  @Test
  void aRecordMayHaveSeveralValues() throws IOException {
    int[] count = new int[1];
    assertThat(
            json.decode(
                "[1] {}\n[]".getBytes(UTF_8),
                () -> {
                  count[0]++;
                  json.skip();
                }))
        .isEqualTo(DecodeResult.DECODED);
    assertThat(count[0]).isEqualTo(3);
  }

  @Test
  void whatIsNotWellFormedIsMalformed() {
    for (String wrong : List.of("", " ", "[] x", "[", "{\"a\":[}", "nul")) {
      assertThat(json.decode(wrong.getBytes(UTF_8), json::skip))
          .as(wrong)
          .isInstanceOf(DecodeResult.Malformed.class);
    }
  }
}
