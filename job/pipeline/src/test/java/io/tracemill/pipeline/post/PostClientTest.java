package io.tracemill.pipeline.post;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.post.PostClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PostClientTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  @SuppressWarnings("NullAway.Init")
  private FakeReceiver server;

  @BeforeEach
  void start() throws IOException {
    server = FakeReceiver.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Answer post(Duration patience) {
    return new PostClient(server.url(), patience).post("{}", Map.of("Of-Test", "yes")).join();
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 202})
  void successIsAcceptance(int status) throws Exception {
    server.replyWith(status, "");
    assertThat(post(LONG)).isEqualTo(new Answer(status, "", 0)).matches(Answer::accepted);
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 422, 500})
  void anyOtherAnswerIsGivenWithItsText(int status) throws Exception {
    server.replyWith(status, "{\"message\":\"bad\nlabel\"}");
    assertThat(post(LONG))
        .isEqualTo(new Answer(status, "{\"message\":\"bad label\"}", 0))
        .doesNotMatch(Answer::accepted);
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "'Sun, 22 Nov 2026 03:12:00 GMT', 0", "99999999999, 0"})
  void aWaitInSecondsIsGiven(String header, int seconds) throws Exception {
    server.reply(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", header);
          FakeReceiver.send(exchange, 429, "");
        });
    assertThat(post(LONG)).isEqualTo(new Answer(429, "", seconds));
  }

  @Test
  void theReceiverGetsJsonAndTheHeaders() throws Exception {
    post(LONG);
    FakeReceiver.Post post = server.takePost();
    assertThat(post.body()).isEqualTo("{}");
    assertThat(post.header("Content-Type")).isEqualTo("application/json");
    assertThat(post.header("Of-Test")).isEqualTo("yes");
  }

  @Test
  void nobodyThereIsUnavailable() throws Exception {
    server.close();
    assertThat(post(LONG)).extracting(Answer::status).isEqualTo(0);
  }

  @Test
  void nobodyWaitsLongForAnAnswer() throws Exception {
    server.hang();
    assertThat(post(SHORT)).extracting(Answer::status).isEqualTo(0);
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
    assertThat(post(SHORT)).extracting(Answer::status).isEqualTo(0);
  }
}
