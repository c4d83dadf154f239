package io.tracemill.pipeline.webhook;

import static io.tracemill.pipeline.post.TestIncident.firing;
import static io.tracemill.pipeline.post.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.explanation.IncidentRecords;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.pipeline.post.TestIncident;
import io.tracemill.pipeline.webhook.Message.Event;
import java.net.URI;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The shapes are those that Slack and PagerDuty document. */
class PayloadTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HOSTILE = "<!channel>&\u0000\ud800\u202e\n" + "x".repeat(100_000);
  private static final TestIncident INCIDENT = firing("i1", 3).ownedBy("team <payments>");
  private static final String SENTENCE = IncidentSentence.of(INCIDENT.explained());

  private static JsonNode payload(WebhookFormat format, Event event, TestIncident incident)
      throws Exception {
    Message message = new Message(event, Settings.notice(incident));
    return JSON.readTree(
        new Payload(message, Settings.to(URI.create("http://host"), format)).json());
  }

  private static JsonNode json(String text) throws Exception {
    return JSON.readTree(text.replace('\'', '"'));
  }

  @Test
  void ownJsonHasTheRecordOfTheIncident() throws Exception {
    JsonNode payload = payload(WebhookFormat.JSON, Event.OPENED, INCIDENT);
    assertThat(payload.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("id", "event", "console", "incident");
    assertThat(payload.path("id").asText()).matches("[0-9a-f]{32}");
    assertThat(payload.path("event").asText()).isEqualTo("opened");
    assertThat(payload.path("console").asText())
        .isEqualTo("http://traces.example/#/incident?id=i1");
    assertThat(payload.path("incident"))
        .isEqualTo(
            JSON.readTree(
                RecordJson.bytes(
                    IncidentRecords.incident(
                        INCIDENT.explained(), SENTENCE, "http://jaeger.example/trace/{traceId}"))));
    assertThat(payload.path("incident").path("owner").asText()).isEqualTo("team <payments>");
  }

  @Test
  void slackGetsTheSentenceAndALinkToTheConsole() throws Exception {
    assertThat(payload(WebhookFormat.SLACK, Event.OPENED, INCIDENT))
        .isEqualTo(
            json(
                """
                {'text': 'page: %s',
                 'blocks': [
                   {'type': 'section', 'text': {'type': 'plain_text', 'text': 'page: %s'}},
                   {'type': 'context', 'elements': [{'type': 'mrkdwn', 'text':
                     'shop POST /checkout, owner team &lt;payments&gt;, \
                <http://traces.example/#/incident?id=i1|console>'}]}]}
                """
                    .formatted(SENTENCE.replace(">", "&gt;"), SENTENCE)));
  }

  @ParameterizedTest
  @CsvSource({"OPENED, page: ", "CHANGED, now page: ", "ENDED, ended: ", "MUTED, muted (move): "})
  void slackIsToldWhyItIsTold(Event event, String beginning) throws Exception {
    assertThat(payload(WebhookFormat.SLACK, event, INCIDENT.muted("move")).path("text").asText())
        .startsWith(beginning);
  }

  @Test
  void pagerDutyGetsATrigger() throws Exception {
    assertThat(payload(WebhookFormat.PAGERDUTY, Event.OPENED, INCIDENT))
        .isEqualTo(
            json(
                """
                {'routing_key': '%s',
                 'event_action': 'trigger',
                 'dedup_key': 'i1',
                 'payload': {
                   'summary': '%s',
                   'source': 'bank-api',
                   'severity': 'critical',
                   'timestamp': '2026-11-22T03:12:00Z',
                   'component': 'payment -> bank-api time',
                   'group': 'team <payments>',
                   'custom_details': {'endpoint': 'shop POST /checkout'}},
                 'client': 'Tracemill',
                 'client_url': 'http://traces.example/#/incident?id=i1'}
                """
                    .formatted(Settings.KEY, SENTENCE)));
  }

  @ParameterizedTest
  @EnumSource(
      value = Event.class,
      names = {"ENDED", "MUTED"})
  void pagerDutyGetsAResolveOfTheSameAlert(Event event) throws Exception {
    assertThat(payload(WebhookFormat.PAGERDUTY, event, resolved("i1", 3)))
        .isEqualTo(
            json(
                "{'routing_key': '%s', 'event_action': 'resolve', 'dedup_key': 'i1'}"
                    .formatted(Settings.KEY)));
  }

  @Test
  void aTicketIsAWarningAndAChangeTriggersTheSameAlertAgain() throws Exception {
    JsonNode payload = payload(WebhookFormat.PAGERDUTY, Event.CHANGED, INCIDENT.ticket());
    assertThat(payload.path("event_action").asText()).isEqualTo("trigger");
    assertThat(payload.path("payload").path("severity").asText()).isEqualTo("warning");
  }

  @Test
  void whateverNamesAreTextsAreBoundedPlainAndMentionNobody() throws Exception {
    TestIncident hostile =
        INCIDENT
            .blaming(new Place.Edge(HOSTILE, HOSTILE))
            .at(Collections.nCopies(100, Frame.of(HOSTILE, HOSTILE)))
            .ownedBy(HOSTILE)
            .muted(HOSTILE);
    JsonNode slack = payload(WebhookFormat.SLACK, Event.MUTED, hostile);
    assertThat(slack.path("text").asText()).doesNotContain("<").isNotEmpty();
    assertThat(slack.findValuesAsText("text"))
        .allSatisfy(text -> assertThat(text).hasSizeLessThan(3_000).doesNotContain("\u202e", "\n"));
    assertThat(slack.findValuesAsText("text").get(2)).doesNotContain("<!");
    JsonNode pagerDuty = payload(WebhookFormat.PAGERDUTY, Event.OPENED, hostile);
    assertThat(pagerDuty.path("payload").path("summary").asText())
        .hasSizeLessThanOrEqualTo(1_024)
        .doesNotContain("\n");
    assertThat(pagerDuty.toString()).hasSizeLessThan(10_000);
    assertThat(payload(WebhookFormat.JSON, Event.OPENED, hostile).toString())
        .hasSizeLessThan(70_000);
  }
}
