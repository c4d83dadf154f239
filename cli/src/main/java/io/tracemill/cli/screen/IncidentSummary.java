package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What the screen shows of one record of the incidents stream.
 *
 * @param firing whether it needs somebody
 * @param page whether it needs somebody at once
 * @param rank 1 for the one that costs most
 * @param startMillis of the window that says so, since the epoch
 * @param endMillis of the window that says so, exclusive
 * @param endpoints by name, the first of very many
 * @param summary what changed, since when, where, and how sure; if it is over, first when and why
 */
record IncidentSummary(
    String id,
    boolean firing,
    boolean page,
    int rank,
    long startMillis,
    long endMillis,
    List<String> endpoints,
    String summary) {
  /** More than any summary has, so that a record of somebody else's cannot fill the screen. */
  private static final int MAX_SUMMARY = 2_000;

  /** As many as the job writes, so that a record of somebody else's cannot fill the memory. */
  private static final int MAX_ENDPOINTS = 100;

  IncidentSummary {
    endpoints = List.copyOf(endpoints);
  }

  static IncidentSummary of(JsonNode incident) {
    JsonNode window = incident.path("window");
    return new IncidentSummary(
        incident.path("id").asText(),
        incident.path("status").asText().equals("firing"),
        incident.path("severity").asText().equals("page"),
        incident.path("rank").asInt(),
        window.path("startMillis").asLong(),
        window.path("endMillis").asLong(),
        StreamSupport.stream(incident.path("endpoints").spliterator(), false)
            .limit(MAX_ENDPOINTS)
            .map(Wording::frame)
            .toList(),
        Wording.shorten(Wording.printable(incident.path("summary").asText()), MAX_SUMMARY));
  }

  /** What it asks for: {@code PAGE}, {@code ticket}, or nothing, being {@code resolved}. */
  String label() {
    if (!firing) {
      return "resolved";
    }
    return page ? "PAGE" : "ticket";
  }

  /** Length of the window. */
  long windowMillis() {
    return Math.max(0, endMillis - startMillis);
  }
}
