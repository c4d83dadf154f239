package io.tracemill.cli.query.answer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class AnswerTextTest {
  private static final Layout COMPARED =
      Layout.rows(
          "comparison.rows",
          "name",
          "requests=before.requests",
          "after=after.requests",
          "mean=before.meanNanos",
          "after=after.meanNanos",
          "ratio");

  private static List<String> rows(String json) throws JsonProcessingException {
    List<String> lines =
        new AnswerText(
                new ObjectMapper().readTree(json.replace('\'', '"')), COMPARED, OptionalInt.empty())
            .lines();
    return lines.stream().skip(1).map(line -> line.replaceAll(" +", " ")).toList();
  }

  /** Finding 15: it said "mean 0 ns, ratio 0.00". */
  @Test
  void aSetWithoutRequestsHasNoMeanAndNoRatio() throws JsonProcessingException {
    assertThat(
            rows(
                """
                {'comparison': {'rows': [
                  {'name': 'gone', 'ratio': 0, 'before': {'requests': 4, 'rows': 4, 'meanNanos': 5e6},
                   'after': {'requests': 0, 'rows': 0, 'meanNanos': 0}},
                  {'name': 'new', 'ratio': 0, 'before': {'requests': 0, 'rows': 0, 'meanNanos': 0},
                   'after': {'requests': 2, 'rows': 2, 'meanNanos': 7e6}}]}}
                """))
        .containsExactly("gone 4 0 5 ms - -", "new 0 2 - 7 ms -");
  }

  @Test
  void theNodesOfACategoryThatOneSetLacksHaveNoTimesThere() throws JsonProcessingException {
    assertThat(
            rows(
                """
                {'comparison': {'before': {'rows': 0}, 'after': {'rows': 9}, 'rows': [
                  {'name': 'db', 'ratio': 0, 'before': {'meanNanos': 0}, 'after': {'meanNanos': 7e6}}]}}
                """))
        .containsExactly("db - 7 ms -");
  }

  @Test
  void aMeanOfNothingThatWasMeasuredStays() throws JsonProcessingException {
    assertThat(
            rows(
                """
                {'comparison': {'before': {'rows': 9}, 'after': {'rows': 9}, 'rows': [
                  {'name': 'db', 'ratio': 0.5, 'before': {'meanNanos': 8e6}, 'after': {'meanNanos': 4e6}}]}}
                """))
        .containsExactly("db 8 ms 4 ms 0.50");
  }
}
