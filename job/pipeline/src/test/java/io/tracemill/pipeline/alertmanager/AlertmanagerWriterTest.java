package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Second by second, with a clock that the test sets. */
@Timeout(60)
class AlertmanagerWriterTest {
  @SuppressWarnings("NullAway.Init")
  private FakeAlertmanager server;

  @SuppressWarnings("NullAway.Init")
  private Posting posting;

  @BeforeEach
  void start() throws Exception {
    server = FakeAlertmanager.start();
    posting = Posting.to(server.url());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String taken() throws InterruptedException {
    return server.take().path("labels").path("incident").asText();
  }

  @Test
  void alertsArePostedAndRepeatedEachMinuteUntilTheyEnd() throws Exception {
    posting.write(firing("i1", 0));
    assertThat(posting.pending()).isEqualTo(1);
    posting.post();
    assertThat(taken()).isEqualTo("i1");
    assertThat(posting.pending()).isZero();
    posting.tick();
    assertThat(server.waiting()).isZero();
    posting.setClock(at(2));
    posting.answer();
    assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:18:00Z");
    posting.write(resolved("i1", 1));
    posting.post();
    assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:13:00Z");
    assertThat(posting.count("postsAccepted")).isEqualTo(3);
    assertThat(posting.state()).isEmpty();
  }

  @Test
  void moreThanABatchIsPostedInSeveral() throws Exception {
    for (int i = 0; i <= OpenAlerts.MAX_BATCH; i++) {
      posting.write(firing("i" + i, 0));
    }
    posting.post();
    posting.answer();
    assertThat(server.waiting()).isEqualTo(OpenAlerts.MAX_BATCH + 1);
    assertThat(server.requests()).isEqualTo(2);
    assertThat(posting.pending()).isZero();
  }

  @Test
  void itTriesAgainTenSecondsAfterAFailure() throws Exception {
    server.replyWith(503, "");
    posting.write(firing("i1", 0));
    posting.post();
    pause();
    assertThat(server.requests()).isEqualTo(1);
    posting.post();
    assertThat(server.requests()).isEqualTo(2);
    assertThat(posting.count("postsFailed")).isEqualTo(2);
    assertThat(posting.pending()).isEqualTo(1);
  }

  private void pause() throws Exception {
    for (int second = 1; second < 10; second++) {
      posting.tick();
    }
  }

  @Test
  void afterARecoveryTheNewestRecordIsPosted() throws Exception {
    server.hang();
    posting = Posting.impatient(server.url());
    posting.write(firing("i1", 0));
    posting.tick();
    server.take();
    posting.write(resolved("i1", 0));
    posting.answer();
    server.replyWith(200, "");
    pause();
    posting.post();
    assertThat(server.take().path("endsAt").asText()).isEqualTo("2026-11-22T03:12:00Z");
    assertThat(posting.state()).isEmpty();
  }

  @Test
  void aRefusalCostsNoPauseAndIsTriedAgainAMinuteLater() throws Exception {
    server.replyWith(400, "no");
    posting.write(firing("i1", 0));
    posting.post();
    posting.tick();
    assertThat(posting.count("postsRefused")).isEqualTo(1);
    assertThat(server.requests()).isEqualTo(1);
    posting.write(firing("i2", 0));
    posting.post();
    assertThat(server.requests()).isEqualTo(2);
    posting.setClock(at(2));
    posting.answer();
    assertThat(posting.count("postsRefused")).isEqualTo(4);
  }

  @Test
  void theJobWaitsForNothingAndKeepsWhatIsOpen() throws Exception {
    server.hang();
    for (int i = 0; i < AlertmanagerWriter.CAPACITY + 10; i++) {
      posting.write(firing("i" + i, 0));
    }
    posting.tick();
    server.take();
    assertThat(posting.state()).hasSize(AlertmanagerWriter.CAPACITY);
    assertThat(posting.count("postsDropped")).isEqualTo(10);
  }

  @Test
  void afterARestoreOpenIncidentsArePostedAgain() throws Exception {
    posting.write(firing("i1", 0));
    posting.post();
    assertThat(taken()).isEqualTo("i1");
    Posting restored = Posting.since(server.url(), at(1), posting.state());
    restored.post();
    assertThat(taken()).isEqualTo("i1");
  }

  @Test
  void oldPanesAreNotPosted() throws Exception {
    posting.setClock(at(60));
    posting.write(firing("old", 0));
    assertThat(posting.count("postsSkipped")).isEqualTo(1);
    posting.write(firing("new", 55));
    posting.post();
    assertThat(taken()).isEqualTo("new");
    assertThat(server.waiting()).isZero();
  }

  @Test
  void atTheEndWhatIsPendingIsTriedOnceMore() throws Exception {
    server.replyWith(503, "");
    posting.write(firing("i1", 0));
    posting.post();
    posting.finish();
    assertThat(server.requests()).isEqualTo(2);
    server.replyWith(200, "");
    posting.finish();
    assertThat(server.requests()).isEqualTo(3);
    assertThat(posting.pending()).isZero();
  }
}
