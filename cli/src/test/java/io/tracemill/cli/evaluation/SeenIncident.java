package io.tracemill.cli.evaluation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All records of one incident, oldest first.
 *
 * @param records at least one
 */
record SeenIncident(List<JsonNode> records) {
  SeenIncident {
    records = List.copyOf(records);
  }

  /** The incidents of a stream, in the order in which they began to fire. */
  static List<SeenIncident> in(List<JsonNode> stream) {
    Map<String, List<JsonNode>> byId = new LinkedHashMap<>();
    for (JsonNode record : stream) {
      byId.computeIfAbsent(record.path("id").asText(), id -> new ArrayList<>()).add(record);
    }
    return byId.values().stream().map(SeenIncident::new).toList();
  }

  /** When it can have begun. */
  Instant since() {
    return Instant.ofEpochMilli(first().path("sinceMillis").asLong());
  }

  /** Whether it has to reach somebody: notices do not. */
  boolean isAlert() {
    return records.stream().anyMatch(record -> !record.path("severity").asText().equals("info"));
  }

  /** The service that its first culprit leads to or is. */
  String service() {
    JsonNode culprit = first().path("culprits").path(0);
    return culprit
        .path(culprit.path("type").asText().equals("edge") ? "callee" : "service")
        .asText();
  }

  private JsonNode first() {
    return records.get(0);
  }
}
