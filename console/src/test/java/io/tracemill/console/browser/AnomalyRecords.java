package io.tracemill.console.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.span.Frame;
import io.tracemill.console.feed.TestRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Records of anomalies beside the other results of a recording.
 *
 * @param endpoint theirs
 * @param newest times are unusual; the store has its trace
 * @param alone a call path is new; the store does not have its trace
 */
record AnomalyRecords(Map<String, String> endpoint, ObjectNode newest, ObjectNode alone) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String UNKNOWN = "f".repeat(32);

  /**
   * Writes them, and one with an unusual set of call paths, about the profile with most requests.
   */
  static AnomalyRecords write(Path results) throws IOException {
    JsonNode profile = busiest(results.resolve("profiles.jsonl"));
    JsonNode exemplar = profile.path("exemplars").path(0);
    long end = profile.at("/window/endMillis").asLong();
    ObjectNode newest = anomaly(profile, exemplar.path("traceId").asText(), end - 1_000, "score");
    newest.set("durationNanos", exemplar.path("durationNanos"));
    newest.withObjectProperty("model").put("drift", 23.4);
    ObjectNode alone = anomaly(profile, UNKNOWN, end - 130_000, "unseen-path");
    ObjectNode path = ((ObjectNode) alone.at("/paths/0")).put("expectedNanos", 0);
    alone.withArray("paths").add(path.deepCopy().put("surprise", 2.5));
    path.withArray("path").addObject().put("service", "db").put("operation", HostileNames.MARKUP);
    ObjectNode set = anomaly(profile, "e".repeat(32), end - 140_000, "unseen-set");
    set.withArray("paths").removeAll();
    Files.write(
        results.resolve("anomalies.jsonl"),
        List.of(set.toString(), alone.toString(), newest.toString()));
    return new AnomalyRecords(Answers.scope(profile.path("endpoint")), newest, alone);
  }

  private static JsonNode busiest(Path profiles) throws IOException {
    return Files.readAllLines(profiles).stream()
        .map(AnomalyRecords::parsed)
        .filter(each -> !each.path("exemplars").isEmpty())
        .max(Comparator.comparingLong(each -> each.path("traceCount").asLong()))
        .orElseThrow();
  }

  private static JsonNode parsed(String json) {
    try {
      return JSON.readTree(json);
    } catch (IOException e) {
      throw new IllegalStateException(json, e);
    }
  }

  private static ObjectNode anomaly(JsonNode profile, String id, long millis, String reason) {
    JsonNode endpoint = profile.path("endpoint");
    Frame frame = Frame.of(endpoint.path("service").asText(), endpoint.path("operation").asText());
    return TestRecords.anomaly(frame, id, millis).json().put("reason", reason);
  }
}
