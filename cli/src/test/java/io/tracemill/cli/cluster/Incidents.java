package io.tracemill.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The job's incidents, by what readers of committed records see: do they outlive what breaks? */
final class Incidents {
  private final String bootstrapServers;
  private final Set<String> firedBefore = new HashSet<>();
  private final Map<String, Long> judgedMillis = new HashMap<>();

  Incidents(String bootstrapServers) {
    this.bootstrapServers = bootstrapServers;
  }

  /** Whether one of them fires, and a mutation with it. */
  boolean fire() throws IOException {
    return !firing(ResultStream.MUTATIONS).isEmpty() && !firing(ResultStream.INCIDENTS).isEmpty();
  }

  private Set<String> firing(ResultStream stream) throws IOException {
    Set<String> firing = new HashSet<>();
    for (JsonNode newest : Results.inTopic(bootstrapServers, stream)) {
      if (newest.path("status").asText().equals("firing")) {
        firing.add(newest.path("id").asText());
      }
    }
    return firing;
  }

  /** To be called when something is about to break: one of them has to fire. */
  void beforeTheFault() throws IOException {
    firedBefore.addAll(firing(ResultStream.INCIDENTS));
    assertThat(firedBefore).as("incidents that fire when it begins").isNotEmpty();
  }

  /** To be called when results have come again. */
  void afterTheFault() throws IOException {
    for (JsonNode newest : Results.inTopic(bootstrapServers, ResultStream.INCIDENTS)) {
      judgedMillis.put(newest.path("id").asText(), judged(newest));
    }
  }

  private static long judged(JsonNode incident) {
    return incident.path("judgedMillis").asLong();
  }

  /**
   * To be called in the end.
   *
   * @throws AssertionError unless each that fired before the fault is resolved now, by a record of
   *     a later pane than those that were there when results came again
   */
  void assertTheyOutlivedIt() throws IOException {
    Map<String, JsonNode> byId = new HashMap<>();
    for (JsonNode newest : Results.inTopic(bootstrapServers, ResultStream.INCIDENTS)) {
      byId.put(newest.path("id").asText(), newest);
    }
    for (String id : firedBefore) {
      JsonNode newest = byId.getOrDefault(id, MissingNode.getInstance());
      assertThat(newest.path("status").asText())
          .as("status in the end of %s", id)
          .isEqualTo("resolved");
      assertThat(judged(newest))
          .as("newest judgement of %s", id)
          .isGreaterThan(judgedMillis.getOrDefault(id, Long.MAX_VALUE));
    }
  }
}
