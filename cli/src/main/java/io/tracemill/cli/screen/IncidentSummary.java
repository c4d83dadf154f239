package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.incident.Incident.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What people are told of one record of the incidents stream. Nothing of it can steer a terminal.
 *
 * @param reason why it ended; empty while it fires
 * @param rank 1 for the one that costs most
 * @param costNanos what it costs the requests of its window
 * @param sinceMillis when it began, since the epoch
 * @param judgedMillis as of when the record is, since the epoch; of a resolved one, when it ended
 * @param endpoints by name, the first of very many
 * @param summary what changed, since when, where, and how sure; of one that is over, first how it
 *     ended
 * @param links traces to look at
 */
public record IncidentSummary(
    String id,
    boolean firing,
    String reason,
    Severity severity,
    int rank,
    long costNanos,
    long sinceMillis,
    long judgedMillis,
    List<String> endpoints,
    String summary,
    List<String> links) {
  /** More than any summary has, so that a record of somebody else's cannot fill the screen. */
  private static final int MAX_SUMMARY = 2_000;

  /** As many as the job writes, so that a record of somebody else's cannot fill the memory. */
  private static final int MAX_ENDPOINTS = 100;

  private static final int MAX_LINKS_OF_A_SIDE = 1;

  public IncidentSummary {
    endpoints = List.copyOf(endpoints);
    links = List.copyOf(links);
  }

  /** What such a record says. */
  public static IncidentSummary of(JsonNode incident) {
    return new IncidentSummary(
        incident.path("id").asText(),
        incident.path("status").asText().equals("firing"),
        Wording.printable(incident.path("reason").asText()),
        severity(incident.path("severity").asText()),
        incident.path("rank").asInt(),
        incident.path("contributionNanos").asLong(),
        incident.path("sinceMillis").asLong(),
        incident.path("judgedMillis").asLong(),
        StreamSupport.stream(incident.path("endpoints").spliterator(), false)
            .limit(MAX_ENDPOINTS)
            .map(Wording::frame)
            .toList(),
        Wording.shorten(Wording.printable(incident.path("summary").asText()), MAX_SUMMARY),
        links(incident.path("links")));
  }

  private static Severity severity(String label) {
    for (Severity severity : Severity.values()) {
      if (severity.label().equals(label)) {
        return severity;
      }
    }
    return Severity.TICKET;
  }

  private static List<String> links(JsonNode links) {
    List<String> lines = new ArrayList<>();
    for (String side : new String[] {"after", "before"}) {
      StreamSupport.stream(links.path(side).spliterator(), false)
          .limit(MAX_LINKS_OF_A_SIDE)
          .map(link -> side + ": " + Wording.printable(link.asText()))
          .forEach(lines::add);
    }
    return lines;
  }

  /** Whether somebody has to look at it: all but notices. */
  public boolean isAlert() {
    return severity != Severity.INFO;
  }

  /** What it asks for: {@code PAGE}, {@code ticket} or {@code notice}. */
  public String urgency() {
    return switch (severity) {
      case PAGE -> "PAGE";
      case TICKET -> "ticket";
      case INFO -> "notice";
    };
  }

  /** Its urgency while it fires, then {@code resolved}. */
  String label() {
    return firing ? urgency() : "resolved";
  }
}
