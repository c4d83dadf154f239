package io.tracemill.pipeline.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.alertmanager.AlertmanagerClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class AlertmanagerClientTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  @SuppressWarnings("NullAway.Init")
  private FakeAlertmanager server;

  @BeforeEach
  void start() throws IOException {
    server = FakeAlertmanager.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answer post(Duration patience) {
    return new AlertmanagerClient(Settings.to(server.url()).alerts(), patience)
        .post(List.of())
        .join();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202})
  void successIsAcceptance(int status) throws Exception {
    server.replyWith(status, "");
    assertThat(post(LONG)).doesNotMatch(Answer::failed).doesNotMatch(Answer::refused);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 413, 422})
  void anErrorOfTheRequestIsARefusalWithItsReason(int status) throws Exception {
    server.replyWith(status, "{\"message\":\"bad\nlabel\"}");
    assertThat(post(LONG))
        .matches(Answer::refused)
        .isEqualTo(new Answer(status, "{\"message\":\"bad label\"}"));
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 401, 403, 404, 408, 429, 500, 503})
  void whateverMaySucceedLaterIsNoRefusal(int status) throws Exception {
    server.replyWith(status, "");
    assertThat(post(LONG)).isEqualTo(new Answer(status, "")).matches(Answer::failed);
  }

  @Test
  void nobodyThereIsUnavailable() throws Exception {
    server.close();
    assertThat(post(LONG)).matches(Answer::failed);
  }

  @Test
  void nobodyWaitsLongForAnAnswer() throws Exception {
    server.hang();
    assertThat(post(SHORT)).matches(Answer::failed);
  }

  @Test
  void nobodyWaitsLongForTheEndOfAnAnswer() throws Exception {
    server.reply(
        exchange -> {
          exchange.sendResponseHeaders(200, 10);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().flush();
          server.awaitQuietly();
        });
    assertThat(post(SHORT)).matches(Answer::failed);
  }
}
