package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.connectors.output.PartialRecord;
import io.tracemill.connectors.output.ResultStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class IncidentListTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIRING = "\"status\":\"firing\",\"severity\":\"page\"";
  private static final String NOTICE = "\"status\":\"firing\",\"severity\":\"info\"";
  private static final String RESOLVED =
      "\"status\":\"resolved\",\"reason\":\"recovered\",\"severity\":\"ticket\"";

  private final IncidentList incidents = new IncidentList();

  @Test
  void theNewestRecordOfEachSpeaksAndTheMostExpensiveComesFirst() throws Exception {
    add("a", FIRING, 10, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "a is slow.");
    add("b", FIRING, 20, "2026-03-01T23:50:00Z", "2026-03-02T00:05:00Z", "b is slow.");
    add("a", RESOLVED, 11, "2026-03-01T12:00:00Z", "2026-03-01T12:10:00Z", "a is slow.");
    add("c", FIRING, 15, "2026-03-01T12:01:00Z", "2026-03-01T12:05:00Z", "c \u001b[2J is slow.");
    add("d", NOTICE, 99, "2026-03-01T12:01:00Z", "2026-03-01T12:05:00Z", "d calls e more often.");

    assertThat(printed())
        .isEqualTo(
            """
            2 pages, 1 ticket, 1 notice. Panes of endpoints: 1,200 watched, 30 learning, 4 blind.
              PAGE     2026-03-01 23:50:00 to 2026-03-02 00:05:00 UTC, not over
                       b is slow.
              PAGE     2026-03-01 12:01:00 to 12:05:00 UTC, not over
                       c ?[2J is slow.
              ticket   2026-03-01 12:00:00 to 12:10:00 UTC, recovered
                       a is slow.
            Notices: calls changed, but no endpoint became slower or fails more.
              notice   2026-03-01 12:01:00 to 12:05:00 UTC, not over
                       d calls e more often.
            """);
  }

  @Test
  void aNoticeIsNoIncident() throws Exception {
    add("d", NOTICE, 99, "2026-03-01T12:01:00Z", "2026-03-01T12:05:00Z", "d calls e more often.");

    assertThat(printed()).startsWith("No incident, 1 notice. Panes of endpoints: ");
  }

  @Test
  void tenAreShownAndTheOthersCounted() throws Exception {
    for (int i = 1; i <= 12; i++) {
      add("i" + i, FIRING, i, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "costs " + i);
    }

    assertThat(printed().lines()).hasSize(22).contains("  and 2 more");
    assertThat(printed()).contains("costs 12\n", "costs 3\n").doesNotContain("costs 2\n");
  }

  @Test
  void withoutIncidentsItSaysHowFarThatMeansHealth() {
    assertThat(printed())
        .isEqualTo("No incident. Panes of endpoints: 1,200 watched, 30 learning, 4 blind.\n");
  }

  @Test
  void whereLessThanHalfWasWatchedItSaysWhy() {
    assertThat(printed(30, 20, 11, 7))
        .startsWith(
            "No incident. Panes of endpoints: 30 watched, 20 learning, 11 blind (7 with too few"
                + " requests).\n")
        .contains("Most panes were not watched", "quality.jsonl");
    assertThat(printed(31, 20, 11, 0).lines()).hasSize(1);
  }

  private void add(String id, String state, long cost, String since, String until, String summary)
      throws JsonProcessingException {
    ObjectNode incident =
        JSON.readValue("{\"id\":\"%s\",%s}".formatted(id, state), ObjectNode.class);
    incident
        .put("contributionNanos", cost)
        .put("sinceMillis", Instant.parse(since).toEpochMilli())
        .put("judgedMillis", Instant.parse(until).toEpochMilli())
        .put("summary", summary);
    incidents.add(PartialRecord.read(ResultStream.INCIDENTS, incident, IncidentRecord.class));
  }

  private String printed() {
    return printed(1200, 30, 4, 0);
  }

  private String printed(int watching, int learning, int blind, int thin) {
    ObjectNode accounts = JSON.createObjectNode().put("scope", "job");
    accounts
        .putObject("windows")
        .put("watching", watching)
        .put("learning", learning)
        .put("blind", blind)
        .put("thin", thin);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    incidents.print(
        out,
        new QualitySummary(
            PartialRecord.read(ResultStream.QUALITY, accounts, QualityRecord.Job.class)));
    out.flush();
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
