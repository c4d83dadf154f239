package io.tracemill.console.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.console.api.ApiException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuestionLimitTest {
  private final QuestionLimit limit = new QuestionLimit(2, Duration.ZERO);

  @Test
  void theThirdQuestionAtOnceIsRefused() throws IOException {
    String answer =
        limit.ask(
            () ->
                limit.ask(
                    () -> {
                      assertThatThrownBy(() -> limit.ask(() -> "third"))
                          .isInstanceOfSatisfying(
                              ApiException.class,
                              e -> {
                                assertThat(e.status()).isEqualTo(503);
                                assertThat(e.code()).isEqualTo("busy");
                              });
                      return "second";
                    }));
    assertThat(answer).isEqualTo("second");
  }

  @Test
  void aFailureFreesItsPlace() throws IOException {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(
              () ->
                  limit.ask(
                      () -> {
                        throw new IOException("broken");
                      }))
          .isInstanceOf(IOException.class);
    }
    assertThat(limit.ask(() -> "answer")).isEqualTo("answer");
  }
}
