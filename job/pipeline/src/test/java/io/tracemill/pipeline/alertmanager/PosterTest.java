package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One step after the other, with a clock that is set. */
@Timeout(60)
class PosterTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final SetClock clock = new SetClock();

  @SuppressWarnings("NullAway.Init")
  private FakeAlertmanager server;

  @SuppressWarnings("NullAway.Init")
  private Outbox outbox;

  @SuppressWarnings("NullAway.Init")
  private PosterMetrics metrics;

  @SuppressWarnings("NullAway.Init")
  private Poster poster;

  @BeforeEach
  void start() throws IOException {
    server = FakeAlertmanager.start();
    AlertmanagerSettings settings = Settings.to(server.url());
    outbox = new Outbox(settings, 100);
    metrics = PosterMetrics.of(new UnregisteredMetricsGroup(), outbox);
    poster = poster(LONG);
  }

  private Poster poster(Duration patience) {
    AlertmanagerSettings settings = Settings.to(server.url());
    return new Poster(
        settings, outbox, new AlertmanagerClient(settings.alerts(), patience), metrics, clock);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void offer(TestIncident incident) {
    outbox.offer(incident.post(), clock.millis());
  }

  @Test
  void eachAlertIsPostedAndThenRepeatedAfterAMinute() throws Exception {
    offer(firing("i1", 0));
    assertThat(poster.step()).isZero();
    assertThat(server.take().path("labels").path("incident").asText()).isEqualTo("i1");
    assertThat(poster.step()).isEqualTo(60_000);
    clock.set(at(1));
    assertThat(poster.step()).isZero();
    assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:17:00Z");
    assertThat(metrics.posted().getCount()).isEqualTo(2);
  }

  @Test
  void whoeverFailsIsLeftAloneForLongerEachTime() throws Exception {
    server.replyWith(503, "");
    offer(firing("i1", 0));
    for (long pause : new long[] {1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000}) {
      assertThat(poster.step()).isZero();
      assertThat(poster.step()).isEqualTo(pause);
      clock.advance(pause);
    }
    assertThat(server.waiting()).isEqualTo(7);
    assertThat(metrics.failed().getCount()).isEqualTo(7);
  }

  @Test
  void afterARecoveryTheNewestRecordIsPosted() throws Exception {
    server.hang();
    poster = poster(SHORT);
    offer(firing("i1", 0));
    poster.step();
    offer(resolved("i1", 1));
    server.reply(exchange -> FakeAlertmanager.send(exchange, 200, ""));
    clock.advance(1_000);
    poster = poster(LONG);
    poster.step();
    server.take();
    assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:12:01Z");
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void aRefusalCostsNoPauseAndIsNotRepeated() throws Exception {
    server.replyWith(400, "no");
    offer(firing("i1", 0));
    offer(firing("i2", 0));
    assertThat(poster.step()).isZero();
    assertThat(poster.step()).isZero();
    assertThat(poster.step()).isPositive();
    clock.set(at(5));
    poster.step();
    assertThat(metrics.refused().getCount()).isEqualTo(2);
    assertThat(server.waiting()).isEqualTo(2);
  }

  @Test
  void oneThatAlwaysFailsDoesNotStandInTheWayOfOthers() throws Exception {
    offer(firing("poison", 0));
    offer(firing("i2", 0));
    server.replyWith(500, "");
    poster.step();
    server.replyWith(200, "");
    clock.advance(1_000);
    poster.step();
    assertThat(server.take().path("labels").path("incident").asText()).isEqualTo("poison");
    assertThat(server.take().path("labels").path("incident").asText()).isEqualTo("i2");
  }

  @Test
  void aClockThatIsPutBackDoesNotMakeAPauseLonger() throws Exception {
    server.replyWith(503, "");
    offer(firing("i1", 0));
    poster.step();
    clock.set(at(-60));
    assertThat(poster.step()).isZero();
    assertThat(server.waiting()).isEqualTo(2);
  }

  @Test
  void anEndThatNobodyTookIsDroppedWhenItIsKnownAnyway() throws Exception {
    server.replyWith(503, "");
    offer(resolved("i1", 0));
    poster.step();
    clock.set(at(5));
    poster.step();
    assertThat(metrics.dropped().getCount()).isEqualTo(1);
    assertThat(outbox.snapshot()).isEmpty();
  }

  @Test
  void theLastAttemptIsMadeOnceHoweverItGoes() throws Exception {
    server.replyWith(503, "");
    offer(firing("i1", 0));
    offer(firing("i2", 0));
    poster.step();
    poster.finish();
    assertThat(server.waiting()).isEqualTo(2);
    server.replyWith(200, "");
    poster.finish();
    assertThat(server.waiting()).isEqualTo(4);
    assertThat(outbox.untold()).isEmpty();
  }
}
