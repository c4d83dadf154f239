package io.tracemill.pipeline.webhook;

import static io.tracemill.pipeline.post.TestIncident.at;
import static io.tracemill.pipeline.post.TestIncident.firing;
import static io.tracemill.pipeline.post.TestIncident.resolved;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.place.Place;
import io.tracemill.pipeline.post.FakeReceiver;
import io.tracemill.pipeline.post.PostHarness;
import io.tracemill.pipeline.post.TestIncident;
import java.net.URI;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Second by second, with a clock that the test sets, from 03:12. */
@Timeout(60)
class WebhookOperatorTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of {@link Settings}. */
  private static final int MAX_AGE_SECONDS = 600;

  private static final int LONGEST_PAUSE = 64;

  @SuppressWarnings("NullAway.Init")
  private FakeReceiver server;

  @SuppressWarnings("NullAway.Init")
  private Telling telling;

  /** The operator with a clock that a test moves on. */
  private static final class Telling extends PostHarness<Notice> {
    private Telling(WebhookOperator operator, long nowMillis, Optional<OperatorSubtaskState> state)
        throws Exception {
      super(operator, operator::awaitAnswer, nowMillis, state);
    }

    static Telling of(URI url, WebhookFormat format, Optional<OperatorSubtaskState> state)
        throws Exception {
      return new Telling(new WebhookOperator(Settings.to(url, format)), at(0), state);
    }

    void write(TestIncident incident) throws Exception {
      process(Settings.notice(incident));
    }

    int pending() {
      return gauge("webhookPending");
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = FakeReceiver.start();
    telling = Telling.of(server.url(), WebhookFormat.JSON, Optional.empty());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** What was sent since the last call: event and incident. */
  private List<String> told() throws InterruptedException {
    List<String> told = new ArrayList<>();
    while (server.waiting() > 0) {
      JsonNode message = server.take();
      told.add(message.path("event").asText() + " " + message.path("incident").path("id").asText());
    }
    return told;
  }

  private void tells(TestIncident incident) throws Exception {
    telling.write(incident);
    telling.post();
  }

  private void seconds(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      telling.post();
    }
  }

  @Test
  void thereIsOneMessageOfTheBeginningAndOneOfTheEnd() throws Exception {
    tells(firing("i1", -2));
    tells(firing("i1", -1));
    tells(firing("i1", 0));
    tells(resolved("i1", 0));
    seconds(3);
    assertThat(told()).containsExactly("opened i1", "ended i1");
    assertThat(telling.count("webhookAccepted")).isEqualTo(2);
    assertThat(telling.pending()).isZero();
  }

  @Test
  void aTicketThatBecomesAPageIsToldOnce() throws Exception {
    tells(firing("i1", -2).ticket());
    tells(firing("i1", -1));
    tells(firing("i1", 0).ticket());
    tells(firing("i1", 0));
    assertThat(told()).containsExactly("opened i1", "changed i1");
  }

  @Test
  void anotherServiceIsToldOnceHoweverOftenTheCauseGoesBackAndForth() throws Exception {
    TestIncident other = firing("i1", 0).blaming(new Place.Edge("shop", "cart"));
    tells(firing("i1", -1));
    for (int i = 0; i < 3; i++) {
      tells(other);
      tells(firing("i1", 0));
    }
    assertThat(told()).containsExactly("opened i1", "changed i1");
  }

  @Test
  void aMutedIncidentIsNotToldOfAndMutingEndsWhatWasTold() throws Exception {
    tells(firing("i1", -3).muted("move"));
    assertThat(told()).isEmpty();
    tells(firing("i1", -2));
    tells(firing("i1", -1).muted("move"));
    tells(firing("i1", 0));
    tells(resolved("i1", 0).muted("move"));
    tells(resolved("i2", 0));
    assertThat(told()).containsExactly("opened i1", "muted i1", "opened i1", "ended i1");
  }

  @Test
  void messagesComeInOrderOneASecond() throws Exception {
    for (int i = 0; i < 5; i++) {
      telling.write(firing("i" + i, 0));
    }
    telling.post();
    assertThat(told()).containsExactly("opened i0");
    assertThat(telling.pending()).isEqualTo(4);
    seconds(4);
    assertThat(told()).containsExactly("opened i1", "opened i2", "opened i3", "opened i4");
  }

  @Test
  void whatWaitsGivesWayToTheNextMessageOfItsIncident() throws Exception {
    telling.write(firing("i0", 0));
    telling.write(firing("i1", -1).ticket());
    telling.write(firing("i1", 0));
    telling.write(firing("i2", 0));
    telling.write(resolved("i2", 0));
    assertThat(telling.pending()).isEqualTo(3);
    seconds(5);
    assertThat(told()).containsExactly("opened i0", "opened i1", "ended i2");
  }

  @Test
  void aReceiverCanCheckWhoSentAMessageAndWhen() throws Exception {
    tells(firing("i1", 0));
    FakeReceiver.Post post = server.takePost();
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Settings.KEY.getBytes(UTF_8), "HmacSHA256"));
    String seconds = Long.toString(at(0) / 1_000 + 1);
    byte[] hash = mac.doFinal((seconds + "." + post.body()).getBytes(UTF_8));
    assertThat(post.header("Tracemill-Signature"))
        .isEqualTo("t=" + seconds + ",v1=" + HexFormat.of().formatHex(hash));
  }

  @Test
  void aRoutingKeyIsNoSecretForSignatures() throws Exception {
    telling = Telling.of(server.url(), WebhookFormat.PAGERDUTY, Optional.empty());
    tells(firing("i1", 0));
    assertThat(server.takePost().header("Tracemill-Signature")).isEmpty();
  }

  @Test
  void aFailedMessageIsSentAgainWithItsIdAfterGrowingPauses() throws Exception {
    server.replyWith(500, "");
    telling.write(firing("i1", -1));
    List<Integer> attempts = new ArrayList<>();
    for (int second = 1; second <= 250; second++) {
      int before = server.requests();
      telling.post();
      if (server.requests() > before) {
        attempts.add(second);
      }
    }
    assertThat(attempts).containsExactly(1, 3, 7, 15, 31, 63, 127, 191);
    assertThat(telling.count("webhookFailed")).isEqualTo(8);
    server.replyWith(200, "");
    seconds(10);
    List<String> ids = new ArrayList<>();
    List<String> bodies = new ArrayList<>();
    for (int attempt = 0; attempt < 9; attempt++) {
      FakeReceiver.Post post = server.takePost();
      ids.add(post.header("Tracemill-Id"));
      bodies.add(post.body());
    }
    assertThat(ids).containsOnly(JSON.readTree(bodies.get(0)).path("id").asText());
    assertThat(bodies).containsOnly(bodies.get(0));
    assertThat(telling.pending()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "30, 30", "99999, 600"})
  void itWaitsAsLongAsTheReceiverAsksButNotForever(String asked, int waits) throws Exception {
    server.reply(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", asked);
          FakeReceiver.send(exchange, 429, "");
        });
    tells(firing("i1", 0));
    server.replyWith(200, "");
    seconds(waits - 1);
    assertThat(server.requests()).isEqualTo(1);
    seconds(1);
    assertThat(server.requests()).isEqualTo(2);
    assertThat(telling.count("webhookFailed")).isEqualTo(1);
    assertThat(telling.count("webhookAccepted")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 308, 400, 401, 403, 404, 410, 413})
  void aRefusedMessageIsCountedAndNotSentAgain(int status) throws Exception {
    server.replyWith(status, "no");
    telling.write(firing("i1", 0));
    telling.write(firing("i2", 0));
    seconds(5);
    assertThat(told()).containsExactly("opened i1", "opened i2");
    assertThat(telling.count("webhookRefused")).isEqualTo(2);
    assertThat(telling.pending()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 425, 429, 503})
  void whateverMaySucceedLaterIsNoRefusal(int status) throws Exception {
    server.replyWith(status, "");
    tells(firing("i1", 0));
    assertThat(telling.count("webhookFailed")).isEqualTo(1);
    assertThat(telling.pending()).isEqualTo(1);
  }

  @Test
  void aMessageThatFailsForTheMaximalAgeGivesWayToTheNext() throws Exception {
    server.replyWith(500, "");
    telling.write(firing("i1", 0));
    telling.write(firing("i2", 0));
    seconds(MAX_AGE_SECONDS);
    assertThat(telling.count("webhookDropped")).isZero();
    assertThat(telling.pending()).isEqualTo(2);
    seconds(LONGEST_PAUSE);
    assertThat(telling.count("webhookDropped")).isEqualTo(1);
    assertThat(told()).containsOnly("opened i1");
    server.replyWith(200, "");
    seconds(LONGEST_PAUSE);
    assertThat(told()).containsExactly("opened i2");
    assertThat(telling.pending()).isZero();
  }

  @Test
  void atTheEndOfTheJobOneMessageAtMostHasFailedForTooLong() throws Exception {
    server.replyWith(500, "");
    for (int i = 0; i < 5; i++) {
      telling.write(firing("i" + i, 0));
    }
    seconds(MAX_AGE_SECONDS + 1);
    telling.finish();
    assertThat(telling.count("webhookDropped")).isEqualTo(1);
    assertThat(telling.pending()).isEqualTo(4);
  }

  @Test
  void afterARestartWhatWaitsIsSentAndWhatWasToldIsNot() throws Exception {
    telling.write(firing("i1", -1));
    telling.write(firing("i2", -1));
    telling.post();
    OperatorSubtaskState state = telling.state();
    telling = Telling.of(server.url(), WebhookFormat.JSON, Optional.of(state));
    telling.write(firing("i1", 0));
    telling.write(firing("i2", 0));
    seconds(5);
    tells(resolved("i1", 0));
    assertThat(told()).containsExactly("opened i1", "opened i2", "ended i1");
  }

  @Test
  void whatARestartRepeatsHasTheSameId() throws Exception {
    telling.write(firing("i1", -1));
    OperatorSubtaskState state = telling.state();
    telling.post();
    telling = Telling.of(server.url(), WebhookFormat.JSON, Optional.of(state));
    telling.write(firing("i1", -1));
    seconds(3);
    assertThat(server.requests()).isEqualTo(2);
    assertThat(server.takePost().header("Tracemill-Id"))
        .isEqualTo(server.takePost().header("Tracemill-Id"));
  }

  @Test
  void oldPanesOpenNoIncidentButEndOne() throws Exception {
    telling.write(firing("old", -11));
    telling.write(resolved("older", -30));
    assertThat(telling.count("webhookSkipped")).isEqualTo(1);
    tells(firing("i1", -10));
    telling.setClock(at(90));
    telling.answer();
    tells(resolved("i1", 1));
    seconds(1);
    assertThat(told()).containsExactly("opened i1", "ended i1");
  }

  @Test
  void anIncidentWithoutPanesForTheMaximalAgeEndsOnce() throws Exception {
    tells(firing("i1", 0));
    tells(firing("i2", 0));
    tells(firing("i2", 5));
    telling.watermark(at(10));
    seconds(1);
    assertThat(told()).containsExactly("opened i1", "opened i2");
    telling.watermark(at(11));
    telling.watermark(at(12));
    seconds(3);
    assertThat(told()).containsExactly("ended i1");
    tells(resolved("i1", 12));
    tells(resolved("i2", 12));
    assertThat(told()).containsExactly("ended i2");
  }

  @Test
  void afterARestartTheIncidentsThatTheJudgeForgotMakeRoom() throws Exception {
    for (int i = 0; i < Outbox.MAX_OPEN; i++) {
      telling.write(firing("i" + i, 0));
    }
    telling.finish();
    OperatorSubtaskState state = telling.state();
    telling = Telling.of(server.url(), WebhookFormat.JSON, Optional.of(state));
    telling.watermark(at(11));
    telling.finish();
    assertThat(told()).hasSize(2 * Outbox.MAX_OPEN).endsWith("ended i999");
    tells(firing("new", 11));
    assertThat(told()).containsExactly("opened new");
  }

  @Test
  void theEndOfTheJobEndsNoIncident() throws Exception {
    tells(firing("i1", 0));
    telling.watermark(Long.MAX_VALUE);
    telling.finish();
    assertThat(told()).containsExactly("opened i1");
  }

  @Test
  void thereIsRoomForSoManyIncidentsAndForTheirEnds() throws Exception {
    for (int i = 0; i < Outbox.MAX_OPEN + 10; i++) {
      telling.write(firing("i" + i, 0));
    }
    assertThat(telling.count("webhookDropped")).isEqualTo(10);
    telling.write(resolved("i5", 0));
    assertThat(telling.pending()).isEqualTo(Outbox.MAX_OPEN);
  }

  @Test
  void theJobWaitsForNothing() throws Exception {
    server.hang();
    telling.write(firing("i1", 0));
    telling.tick();
    telling.minute();
    server.take();
    assertThat(server.requests()).isEqualTo(1);
    assertThat(telling.pending()).isEqualTo(1);
  }

  @Test
  void atTheEndOfTheJobEverythingIsSentUntilAMessageFails() throws Exception {
    for (int i = 0; i < 5; i++) {
      telling.write(firing("i" + i, 0));
    }
    server.replyWith(503, "");
    telling.finish();
    assertThat(server.requests()).isEqualTo(1);
    server.replyWith(200, "");
    telling.finish();
    assertThat(server.requests()).isEqualTo(6);
    assertThat(telling.pending()).isZero();
  }

  @Test
  void itsNameHidesPathAndKey() {
    assertThat(Settings.to(URI.create("https://hooks.example:1/s/ecret?a=b"), WebhookFormat.SLACK))
        .hasToString("SLACK webhook at https://hooks.example:1");
  }
}
