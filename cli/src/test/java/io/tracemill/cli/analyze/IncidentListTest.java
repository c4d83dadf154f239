package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.screen.QualitySummary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class IncidentListTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FIRING = "\"status\":\"firing\",\"severity\":\"page\"";
  private static final String RESOLVED =
      "\"status\":\"resolved\",\"reason\":\"recovered\",\"severity\":\"ticket\"";

  private final IncidentList incidents = new IncidentList();

  @Test
  void theNewestRecordOfEachSpeaksAndTheMostExpensiveComesFirst() throws Exception {
    add("a", FIRING, 10, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "a fires");
    add("b", FIRING, 20, "2026-03-01T12:00:00Z", "2026-03-01T12:04:30Z", "b fires");
    add("a", RESOLVED, 0, "2026-03-01T12:00:10Z", "2026-03-01T12:10:00Z", "a is over");
    add("c", FIRING, 15, "2026-03-01T12:01:00Z", "2026-03-01T12:05:00Z", "c \u001b[2J fires");

    assertThat(printed())
        .isEqualTo(
            """
            Incidents, the most expensive first (UTC, 2026-03-01):
              12:00:00..12:04:30  page    firing    b fires
              12:01:00..12:05:00  page    firing    c ?[2J fires
              12:00:10..12:10:00  ticket  resolved  a is over
            Windows of endpoints: 1,200 watched, 30 learning, 4 blind.
            """);
  }

  @Test
  void datesStandThereWhereItIsNotOneDay() throws Exception {
    add("a", FIRING, 10, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "a fires");
    add("b", FIRING, 9, "2026-03-01T23:50:00Z", "2026-03-02T00:05:00Z", "b fires");

    assertThat(printed())
        .isEqualTo(
            """
            Incidents, the most expensive first (UTC):
              2026-03-01 12:00:00..12:05:00  page    firing    a fires
              2026-03-01 23:50:00..2026-03-02 00:05:00  page    firing    b fires
            Windows of endpoints: 1,200 watched, 30 learning, 4 blind.
            """);
  }

  @Test
  void tenAreShownAndTheOthersCounted() throws Exception {
    for (int i = 1; i <= 12; i++) {
      add("i" + i, FIRING, i, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "costs " + i);
    }

    assertThat(printed().lines()).hasSize(13).contains("  and 2 more");
    assertThat(printed()).contains("costs 12\n", "costs 3\n").doesNotContain("costs 2\n");
  }

  @Test
  void withoutIncidentsItSaysHowFarThatMeansHealth() {
    assertThat(printed())
        .isEqualTo("No incident. Windows of endpoints: 1,200 watched, 30 learning, 4 blind.\n");
  }

  @Test
  void whereNothingWasComparedItSaysWhatThatTakes() {
    assertThat(printed(new QualitySummary.Windows(0, 30, 4, 0)))
        .startsWith("No incident. Windows of endpoints: 0 watched, 30 learning, 4 blind.\n")
        .contains("nothing was compared", "mutations.min-baseline", "docs/examples");
  }

  @Test
  void whereLessThanHalfWasComparedItSaysWhy() {
    assertThat(printed(new QualitySummary.Windows(30, 20, 11, 0)))
        .startsWith("No incident. Windows of endpoints: 30 watched, 20 learning, 11 blind.\n")
        .contains("Most windows were not compared", "docs/examples/short-faults.yaml");
    assertThat(printed(new QualitySummary.Windows(31, 20, 11, 0)).lines()).hasSize(1);
  }

  @Test
  void whereMostHaveTooFewRequestsItSaysWhatToDoAboutThat() {
    assertThat(printed(new QualitySummary.Windows(30, 20, 60, 51)))
        .contains("60 blind (51 for want of requests).\nMost windows have too few requests")
        .contains("profiles.window");
  }

  @Test
  void whereMostCannotBeBelievedItSaysWhatToLookAt() {
    assertThat(printed(new QualitySummary.Windows(0, 30, 61, 20)))
        .contains("61 blind (20 for want of requests).\nSo nothing was compared");
    assertThat(printed(new QualitySummary.Windows(0, 20, 61, 20)))
        .contains("61 blind (20 for want of requests).\nMost windows cannot be judged")
        .contains("mutations.min-complete", "mutations.max-late", "quality.jsonl")
        .doesNotContain("profiles.window");
    assertThat(printed(new QualitySummary.Windows(0, 0, 10, 0))).contains("cannot be judged");
  }

  @Test
  void belowIncidentsItSaysHowMuchWasCompared() throws Exception {
    add("a", FIRING, 10, "2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z", "a fires");

    assertThat(printed(new QualitySummary.Windows(30, 41, 54, 50)))
        .contains(
            "a fires\nWindows of endpoints: 30 watched, 41 learning, 54 blind (50 for want of"
                + " requests).\nMost windows");
  }

  private void add(String id, String state, long cost, String since, String until, String summary)
      throws JsonProcessingException {
    ObjectNode incident =
        JSON.readValue("{\"id\":\"%s\",%s}".formatted(id, state), ObjectNode.class);
    incident
        .put("contributionNanos", cost)
        .put("sinceMillis", Instant.parse(since).toEpochMilli())
        .put("summary", summary)
        .putObject("window")
        .put("endMillis", Instant.parse(until).toEpochMilli());
    incidents.add(incident);
  }

  private String printed() {
    return printed(new QualitySummary.Windows(1200, 30, 4, 0));
  }

  private String printed(QualitySummary.Windows windows) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    incidents.print(out, windows);
    out.flush();
    return text.toString().replace(System.lineSeparator(), "\n");
  }
}
