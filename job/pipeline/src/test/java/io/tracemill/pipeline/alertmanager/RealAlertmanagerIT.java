package io.tracemill.pipeline.alertmanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.place.Place;
import io.tracemill.pipeline.post.TestIncident;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Alertmanager itself takes what is posted and tells somebody. Where it is not installed, {@link
 * AlertmanagerOperatorTest} and its server of the same API have to do. Alertmanager's clock is the
 * machine's, so the incidents of this test are of today.
 */
@Tag("slow")
@Timeout(120)
final class RealAlertmanagerIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Optional<Path> PROGRAM = RealAlertmanager.program();
  private static final String HOSTILE = "x\u0000\ud800\u202e\"\\{{ .Boom }}" + "y".repeat(5_000);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private Webhook webhook;

  @SuppressWarnings("NullAway.Init")
  private RealAlertmanager alertmanager;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(PROGRAM.isPresent(), () -> "there is no " + RealAlertmanager.names());
    webhook = Webhook.start();
    alertmanager = RealAlertmanager.start(PROGRAM.orElseThrow(), directory, webhook.url());
  }

  @AfterEach
  void stop() throws Exception {
    if (alertmanager != null) {
      alertmanager.close();
    }
    if (webhook != null) {
      webhook.close();
    }
  }

  @AfterAll
  static void sayWhatRan() {
    System.out.println(
        PROGRAM
            .map(program -> "alertmanager: tested with " + program)
            .orElse("alertmanager: skipped, it is not installed; a server of the same API was"));
  }

  private Posting started() throws Exception {
    return Posting.at(alertmanager.url(), System.currentTimeMillis());
  }

  /** The minute that the clock of the machine shows, counted as those of a test are. */
  static long thisMinute() {
    return Math.floorDiv(System.currentTimeMillis() - TestIncident.START, TestIncident.MINUTE);
  }

  private static void post(Posting posting, TestIncident incident) throws Exception {
    posting.write(incident.since(incident.minute() - 5));
    posting.post();
  }

  @Test
  void somebodyIsToldOfAnIncidentAndOfItsEnd() throws Exception {
    long minute = thisMinute();
    Posting posting = started();
    post(posting, TestIncident.firing("i1", minute - 1));
    JsonNode told = webhook.take();
    assertThat(told.path("status").asText()).isEqualTo("firing");
    assertThat(told.path("labels").path("alertname").asText()).isEqualTo("TracemillIncident");
    assertThat(told.path("labels").path("service").asText()).isEqualTo("bank-api");
    assertThat(told.path("labels").toString()).doesNotContain(TestIncident.SLOW.hex());
    assertThat(told.path("annotations").path("summary").asText()).contains("bank-api");
    assertThat(told.path("generatorURL").asText())
        .isEqualTo(Settings.CONSOLE + "/#/incident?id=i1");
    assertThat(told.path("annotations").path("slow").asText()).endsWith(TestIncident.SLOW.hex());

    post(posting, TestIncident.resolved("i1", minute));
    JsonNode over = webhook.take();
    assertThat(over.path("status").asText()).isEqualTo("resolved");
    assertThat(over.path("fingerprint")).isEqualTo(told.path("fingerprint"));
  }

  @Test
  void whatIsPostedAgainStaysOneAlertAndTheJobIsSilentWhenItIsBehind() throws Exception {
    long minute = thisMinute();
    Posting posting = started();
    post(posting, TestIncident.firing("old", minute - 30));
    assertThat(open()).isEmpty();
    post(posting, TestIncident.firing("i1", minute - 1));
    assertThat(webhook.take().path("status").asText()).isEqualTo("firing");
    String until = open().get(0).path("endsAt").asText();
    posting.minute();
    posting.answer();

    assertThat(open()).hasSize(1);
    assertThat(open().get(0).path("endsAt").asText()).isGreaterThan(until);
    post(posting, TestIncident.resolved("i1", minute));
    assertThat(webhook.take().path("status").asText()).as("told next").isEqualTo("resolved");
  }

  @Test
  void itsOwnerIsALabelAndAMuteResolvesIt() throws Exception {
    long minute = thisMinute();
    Posting posting = started();
    post(posting, TestIncident.firing("i1", minute - 1).ownedBy("payments"));
    JsonNode told = webhook.take();
    assertThat(told.path("labels").path("owner").asText()).isEqualTo("payments");
    post(posting, TestIncident.firing("i1", minute).muted("database moves"));
    JsonNode over = webhook.take();
    assertThat(over.path("status").asText()).isEqualTo("resolved");
    assertThat(over.path("fingerprint")).isEqualTo(told.path("fingerprint"));
    assertThat(open()).isEmpty();
  }

  private JsonNode open() throws Exception {
    return JSON.readTree(alertmanager.get("/api/v2/alerts"));
  }

  @Test
  void aTicketThatBecomesAPageIsTwoAlertsOfWhichOneEnds() throws Exception {
    long minute = thisMinute();
    Posting posting = started();
    post(posting, TestIncident.firing("i1", minute - 1).ticket());
    assertThat(webhook.take().path("labels").path("severity").asText()).isEqualTo("ticket");
    post(posting, TestIncident.firing("i1", minute));
    assertThat(webhook.take().path("labels").path("severity").asText()).isIn("page", "ticket");
    webhook.take();
    JsonNode open = open();
    assertThat(open).hasSize(1);
    assertThat(open.get(0).path("labels").path("severity").asText()).isEqualTo("page");
  }

  @Test
  void noNameMakesItRefuseAnAlert() throws Exception {
    Posting posting = started();
    post(
        posting, TestIncident.firing("i1", thisMinute()).blaming(new Place.Edge(HOSTILE, HOSTILE)));
    assertThat(webhook.take().path("labels").path("service").asText()).startsWith("x ");
  }
}
