package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.incident.Incident.Severity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The part of an incident record that users see. Its text contains no control characters.
 *
 * @param reason why it ended; empty while it fires
 * @param rank 1 for the most expensive incident
 * @param costNanos what it costs the requests of its window
 * @param sinceMillis when it began, since the epoch
 * @param judgedMillis the time of the record, since the epoch; for a resolved incident, its end
 * @param endpoints by name; only the first ones if there are very many
 * @param summary what changed, since when, where, and how sure; if it is over, first how it ended
 * @param links one trace before and one after, if {@code links.trace} is set
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
  static final String RESOLVED = "resolved";

  /** More than the job writes. It limits the text of a record from another writer. */
  private static final int MAX_SUMMARY = 2_000;

  private static final int MAX_ENDPOINTS = 100;
  private static final String INDENT = " ".repeat("14:03:10  resolved  ".length());

  public IncidentSummary {
    endpoints = List.copyOf(endpoints);
    links = List.copyOf(links);
  }

  /** Reads an incident record. */
  public static IncidentSummary of(JsonNode incident) {
    String label = incident.path("severity").asText();
    List<String> links = new ArrayList<>();
    for (String side : List.of("after", "before")) {
      JsonNode first = incident.path("links").path(side).path(0);
      if (first.isTextual()) {
        links.add(side + ": " + Wording.printable(first.asText()));
      }
    }
    return new IncidentSummary(
        incident.path("id").asText(),
        incident.path("status").asText().equals("firing"),
        Wording.printable(incident.path("reason").asText()),
        Stream.of(Severity.values())
            .filter(severity -> severity.label().equals(label))
            .findFirst()
            .orElse(Severity.TICKET),
        incident.path("rank").asInt(),
        incident.path("contributionNanos").asLong(),
        incident.path("sinceMillis").asLong(),
        incident.path("judgedMillis").asLong(),
        StreamSupport.stream(incident.path("endpoints").spliterator(), false)
            .limit(MAX_ENDPOINTS)
            .map(Wording::frame)
            .toList(),
        Wording.shorten(Wording.printable(incident.path("summary").asText()), MAX_SUMMARY),
        links);
  }

  /** Whether it needs attention, as all incidents except notices do. */
  public boolean isAlert() {
    return severity != Severity.INFO;
  }

  /** The action it asks for: {@code PAGE}, {@code ticket} or {@code notice}. */
  public String urgency() {
    return switch (severity) {
      case PAGE -> "PAGE";
      case TICKET -> "ticket";
      case INFO -> "notice";
    };
  }

  /** Its urgency while it fires, then {@code resolved}. */
  String label() {
    return firing ? urgency() : RESOLVED;
  }

  /** The lines outside a page: {@code 14:03:10 PAGE payment is slow: ...}, then its links. */
  Stream<String> lines() {
    String line = "%s  %-8s  %s".formatted(Wording.clock(judgedMillis), label(), summary);
    return Stream.concat(Stream.of(line), links.stream().map(INDENT::concat));
  }
}
