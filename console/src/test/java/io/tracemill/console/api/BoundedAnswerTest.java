package io.tracemill.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedAnswerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_BYTES = 8_000;

  @Test
  void whatFitsStaysAsItIs() throws IOException {
    JsonNode answer = JSON.readTree("{\"a\":[1,2,3],\"b\":{\"c\":\"text\"}}");

    assertThat(BoundedAnswer.of(answer, Set.of(), MAX_BYTES)).isEqualTo(answer.toString());
  }

  @Test
  void fieldsForPagesAreLeftOutAtAnyDepth() throws IOException {
    JsonNode answer = JSON.readTree("{\"a\":[{\"spark\":[1],\"b\":2}],\"spark\":3}");

    assertThat(BoundedAnswer.of(answer, Set.of("spark"), MAX_BYTES))
        .isEqualTo("{\"a\":[{\"b\":2}]}");
  }

  @Test
  void longListsAndTextsAreCutAndSayByHowMuch() throws IOException {
    String elements =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "{\"name\":\"%s\",\"i\":%d}".formatted("ä".repeat(900), i))
            .collect(Collectors.joining(","));

    String cut =
        BoundedAnswer.of(JSON.readTree("{\"all\":[" + elements + "]}"), Set.of(), MAX_BYTES);

    assertThat(cut.getBytes(UTF_8).length).isBetween(2_000, MAX_BYTES);
    JsonNode all = JSON.readTree(cut).path("all");
    assertThat(all.path(0).path("i").intValue()).isZero();
    assertThat(all.path(0).path("name").textValue()).endsWith("more)");
    int shown = all.size() - 1;
    assertThat(all.path(shown).textValue())
        .isEqualTo("(%d more left out)".formatted(1_000 - shown));
  }

  @Test
  void whatCannotBeCutEnoughIsLeftOutAndSaysSo() throws IOException {
    String fields =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"field %d\":%d".formatted(i, i))
            .collect(Collectors.joining(","));

    assertThat(BoundedAnswer.of(JSON.readTree("{" + fields + "}"), Set.of(), MAX_BYTES))
        .contains("leftOut", "ask for less");
  }
}
