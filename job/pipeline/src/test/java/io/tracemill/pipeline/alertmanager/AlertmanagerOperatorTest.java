package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.post.TestIncident.at;
import static io.tracemill.pipeline.post.TestIncident.firing;
import static io.tracemill.pipeline.post.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.place.Place;
import io.tracemill.pipeline.post.FakeReceiver;
import io.tracemill.pipeline.post.TestIncident;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Second by second, with a clock that the test sets, from 03:12. A pane is recent for ten minutes.
 * A firing alert ends four minutes after its post.
 */
@Timeout(60)
class AlertmanagerOperatorTest {
  @SuppressWarnings("NullAway.Init")
  private FakeReceiver server;

  @SuppressWarnings("NullAway.Init")
  private Posting posting;

  @BeforeEach
  void start() throws Exception {
    server = FakeReceiver.start();
    posting = Posting.at(server.url(), at(0));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** What was posted since the last call: incident, severity and end of each alert. */
  private List<String> posted() throws InterruptedException {
    List<String> posted = new ArrayList<>();
    while (server.waiting() > 0) {
      JsonNode alert = server.take();
      JsonNode labels = alert.path("labels");
      posted.add(
          "%s %s until %s"
              .formatted(
                  labels.path("incident").asText(),
                  labels.path("severity").asText(),
                  alert.path("endsAt").asText().substring(11, 19)));
    }
    return posted;
  }

  private void posts(TestIncident incident) throws Exception {
    posting.write(incident);
    posting.post();
  }

  @Test
  void alertsArePostedAndRepeatedEachMinuteUntilTheyEnd() throws Exception {
    posting.write(firing("i1", 0));
    assertThat(posting.pending()).isEqualTo(1);
    posting.post();
    assertThat(posted()).containsExactly("i1 page until 03:16:01");
    assertThat(posting.pending()).isZero();
    posting.minute();
    posting.answer();
    assertThat(posted()).containsExactly("i1 page until 03:17:01");
    posts(resolved("i1", 1));
    assertThat(posted()).containsExactly("i1 page until 03:13:00");
    posting.minute();
    assertThat(server.requests()).isEqualTo(3);
    assertThat(posting.count("postsAccepted")).isEqualTo(3);
  }

  @Test
  void whatIsOpenIsPostedTogether() throws Exception {
    for (int i = 0; i < 300; i++) {
      posting.write(firing("i" + i, 0));
    }
    posting.post();
    assertThat(posted()).hasSize(300).doesNotHaveDuplicates();
    assertThat(server.requests()).isEqualTo(1);
  }

  @Test
  void theEndTakesThePlaceOfAFiringThatWasNotPosted() throws Exception {
    posting.write(firing("i1", -1));
    posts(resolved("i1", 0));
    assertThat(posted()).containsExactly("i1 page until 03:12:00");
  }

  @Test
  void aTicketThatBecomesAPageEndsAsATicket() throws Exception {
    posting.setClock(at(3));
    posts(firing("i1", 1).ticket());
    assertThat(posted()).containsExactly("i1 ticket until 03:19:01");
    posts(firing("i1", 2));
    assertThat(posted()).containsExactly("i1 ticket until 03:14:00", "i1 page until 03:19:02");
    posts(resolved("i1", 3).ticket());
    assertThat(posted()).containsExactly("i1 page until 03:15:00");
  }

  @Test
  void aPageStaysOneAndItsServiceIsTheFirst() throws Exception {
    posts(firing("i1", -1));
    JsonNode first = server.take().path("labels");
    posts(firing("i1", 0).ticket().blaming(new Place.Edge("a", "b")));
    assertThat(server.take().path("labels")).isEqualTo(first);
  }

  @Test
  void itTriesAgainTenSecondsAfterAFailure() throws Exception {
    server.replyWith(503, "");
    posts(firing("i1", 0));
    pause();
    posting.write(firing("i1", 0));
    assertThat(server.requests()).isEqualTo(1);
    assertThat(posting.pending()).isEqualTo(1);
    posting.post();
    assertThat(server.requests()).isEqualTo(2);
    assertThat(posting.count("postsFailed")).isEqualTo(2);
  }

  private void pause() throws Exception {
    for (int second = 1; second < 10; second++) {
      posting.tick();
    }
  }

  @Test
  void afterARecoveryTheNewestRecordIsPosted() throws Exception {
    server.replyWith(503, "");
    posting.write(firing("i1", -1));
    posting.tick();
    posting.write(resolved("i1", 0));
    posting.answer();
    assertThat(posted()).containsExactly("i1 page until 03:16:01");
    server.replyWith(200, "");
    pause();
    posting.post();
    assertThat(posted()).containsExactly("i1 page until 03:12:00");
    assertThat(posting.pending()).isZero();
  }

  @Test
  void whatComesDuringAPostIsPostedAfterIt() throws Exception {
    posting.write(firing("i1", -1));
    posting.tick();
    posting.write(resolved("i1", 0));
    posting.answer();
    posting.post();
    assertThat(posted()).containsExactly("i1 page until 03:16:01", "i1 page until 03:12:00");
  }

  @Test
  void whatComesDuringARetryIsPostedTenSecondsAfterIt() throws Exception {
    server.replyWith(503, "");
    posts(firing("i1", 0));
    server.replyWith(200, "");
    pause();
    posting.tick();
    posting.write(firing("i2", 0));
    posting.answer();
    pause();
    posting.post();
    assertThat(posted())
        .containsExactly(
            "i1 page until 03:16:01",
            "i1 page until 03:16:11",
            "i1 page until 03:16:21",
            "i2 page until 03:16:21");
  }

  @Test
  void aRefusalCostsNoPauseAndIsTriedAgainAMinuteLater() throws Exception {
    server.replyWith(400, "no");
    posts(firing("i1", 0));
    posting.tick();
    assertThat(server.requests()).isEqualTo(1);
    posts(firing("i2", 0));
    assertThat(server.requests()).isEqualTo(2);
    posting.minute();
    posting.answer();
    assertThat(server.requests()).isEqualTo(3);
    assertThat(posting.count("postsRefused")).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"400, 1", "413, 1", "422, 1", "302, 0", "401, 0", "404, 0", "429, 0", "500, 0"})
  void onlyAnInvalidOrTooLargePostIsRefused(int status, int refused) throws Exception {
    server.replyWith(status, "");
    posts(firing("i1", 0));
    assertThat(posting.count("postsRefused")).isEqualTo(refused);
    assertThat(posting.count("postsFailed")).isEqualTo(1 - refused);
  }

  @Test
  void aMutedIncidentOpensNoAlert() throws Exception {
    posts(firing("i1", 0).muted("move"));
    posts(resolved("i1", 0).muted("move"));
    assertThat(server.requests()).isZero();
    assertThat(posting.count("postsSkipped")).isZero();
  }

  @Test
  void anAlertThatIsMutedEndsAndOpensAgainAfterwards() throws Exception {
    posting.setClock(at(3));
    posts(firing("i1", 1));
    posts(firing("i1", 2).muted("move"));
    posts(firing("i1", 3));
    assertThat(posted())
        .containsExactly(
            "i1 page until 03:19:01", "i1 page until 03:14:00", "i1 page until 03:19:03");
  }

  @Test
  void anOpenAlertKeepsItsOwner() throws Exception {
    posts(firing("i1", -1).ownedBy("payments"));
    posts(firing("i1", 0).ownedBy("shop"));
    assertThat(server.take().path("labels").path("owner").asText()).isEqualTo("payments");
    assertThat(server.take().path("labels").path("owner").asText()).isEqualTo("payments");
  }

  @Test
  void theJobWaitsForNothing() throws Exception {
    server.hang();
    posting.write(firing("i1", 0));
    posting.tick();
    posting.minute();
    server.take();
    assertThat(server.requests()).isEqualTo(1);
    assertThat(posting.pending()).isEqualTo(1);
  }

  @Test
  void thereIsRoomForSoManyAlertsAndForTheirEnds() throws Exception {
    for (int i = 0; i < AlertmanagerOperator.CAPACITY + 10; i++) {
      posting.write(firing("i" + i, 0));
    }
    assertThat(posting.count("postsDropped")).isEqualTo(10);
    posts(resolved("i0", 0));
    assertThat(posted()).hasSize(AlertmanagerOperator.CAPACITY).contains("i0 page until 03:12:00");
    posting.write(firing("more", 0));
    assertThat(posting.count("postsDropped")).isEqualTo(10);
  }

  @Test
  void afterARestoreOpenIncidentsArePostedAgain() throws Exception {
    posts(firing("i1", -1).ticket());
    posting.write(resolved("i2", 0));
    assertThat(posted()).containsExactly("i1 ticket until 03:16:01");
    posting = Posting.restored(server.url(), at(1), posting.state());
    posting.post();
    assertThat(posted()).containsExactly("i1 ticket until 03:17:01", "i2 page until 03:12:00");
  }

  @Test
  void afterALongOutageOnlyANewerRecordOpensThemAgain() throws Exception {
    posts(firing("i1", 0));
    assertThat(posted()).hasSize(1);
    posting = Posting.restored(server.url(), at(60), posting.state());
    posts(firing("i1", 30));
    assertThat(posted()).isEmpty();
    posts(firing("i1", 59));
    assertThat(posted()).hasSize(1);
  }

  @Test
  void oldPanesOpenNoAlert() throws Exception {
    posting.setClock(at(60));
    posting.write(firing("old", 49));
    posting.write(resolved("older", 0));
    assertThat(posting.count("postsSkipped")).isEqualTo(2);
    posts(firing("new", 50));
    assertThat(posted()).containsExactly("new page until 04:16:01");
  }

  @Test
  void theEndOfAnOpenAlertIsPostedHoweverLateTheJobIs() throws Exception {
    posts(firing("i1", 0));
    posting.setClock(at(90));
    posting.answer();
    posts(resolved("i1", 2));
    assertThat(posted()).contains("i1 page until 03:14:00");
  }

  @Test
  void atTheEndWhatIsPendingIsTriedOnceMore() throws Exception {
    server.replyWith(503, "");
    posts(firing("i1", 0));
    posting.finish();
    assertThat(server.requests()).isEqualTo(2);
    server.replyWith(200, "");
    posting.finish();
    assertThat(server.requests()).isEqualTo(3);
    posting.finish();
    assertThat(server.requests()).isEqualTo(3);
    assertThat(posting.pending()).isZero();
  }
}
