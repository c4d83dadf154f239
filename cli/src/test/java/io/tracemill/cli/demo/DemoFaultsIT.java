package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.connectors.output.ResultStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demo's scenarios: detection finds each fault once and soon; quiet minutes stay quiet. */
@Tag("slow")
@Timeout(600)
final class DemoFaultsIT {
  private static final Duration FOUND_WITHIN = Duration.ofSeconds(75);
  private static final Duration ENDED_WITHIN = Duration.ofMinutes(3);

  private static final int ENDPOINTS = 6;

  @TempDir private Path state;

  @Test
  void eachFaultIsOneIncidentOfItsCulpritThatFiresSoonAndEndsSoonAfterIt() throws Exception {
    List<Fault> faults = Scenario.FAULTS.from(WatchedShop.BEGINNING);
    WatchedShop shop = WatchedShop.of(Scenario.FAULTS, Duration.ofMinutes(21), state);
    List<List<JsonNode>> lives = lives(shop.of(ResultStream.INCIDENTS));

    assertThat(lives).as(text(shop.of(ResultStream.INCIDENTS))).hasSameSizeAs(faults);
    for (int i = 0; i < faults.size(); i++) {
      assertFound(faults.get(i), lives.get(i), text(shop.of(ResultStream.INCIDENTS)));
    }
  }

  @Test
  void theCanaryIsADeploymentOnHalfOfTheRequestsThatIsJudgedWorseWhileItRuns() throws Exception {
    Fault canary = Scenario.CANARY.from(WatchedShop.BEGINNING).get(0);
    List<JsonNode> records =
        WatchedShop.of(Scenario.CANARY, Duration.ofMinutes(4), state).of(ResultStream.DEPLOYMENTS);

    assertThat(records).allMatch(each -> each.path("service").asText().equals(canary.culprit()));
    assertThat(records)
        .extracting(each -> each.path("sinceMillis").asLong())
        .containsOnly(records.get(0).path("sinceMillis").asLong());
    JsonNode judged =
        records.stream().filter(each -> each.has("verdict")).findFirst().orElseThrow();
    assertThat(judged.at("/verdict/outcome").asText()).as(judged.toString()).isEqualTo("worse");
    assertThat(judged.path("share").asDouble()).isBetween(0.4, 0.6);
    assertThat(end(judged)).isBetween(canary.start(), canary.end().plusSeconds(10));
  }

  private static void assertFound(Fault fault, List<JsonNode> life, String all) {
    JsonNode first = life.get(0);
    JsonNode last = life.get(life.size() - 1);
    assertThat(life).as(all).allMatch(record -> culprit(record).equals(fault.culprit()));
    assertThat(first.path("status").asText()).as(all).isEqualTo("firing");
    assertThat(end(first)).as(all).isBetween(fault.start(), fault.start().plus(FOUND_WITHIN));
    assertThat(last.path("status").asText()).as(all).isEqualTo("resolved");
    assertThat(last.path("reason").asText()).as(all).isEqualTo("recovered");
    assertThat(end(last)).as(all).isAfter(fault.end());
    assertThat(end(last)).as(all).isBefore(fault.end().plus(ENDED_WITHIN));
  }

  /** The records of each incident but notices, in the order in which they began to fire. */
  private static List<List<JsonNode>> lives(List<JsonNode> incidents) {
    Map<String, List<JsonNode>> byId =
        incidents.stream()
            .filter(record -> !record.path("severity").asText().equals("info"))
            .collect(
                Collectors.groupingBy(
                    record -> record.path("id").asText(), LinkedHashMap::new, Collectors.toList()));
    return List.copyOf(byId.values());
  }

  /** The service of the first culprit: a frame's own, an edge's callee. */
  private static String culprit(JsonNode incident) {
    JsonNode first = incident.path("culprits").path(0);
    return first.path(first.has("callee") ? "callee" : "service").asText();
  }

  private static Instant end(JsonNode incident) {
    return Instant.ofEpochMilli(incident.path("judgedMillis").asLong());
  }

  private static String text(List<JsonNode> incidents) {
    return incidents.stream()
        .map(
            record ->
                "%s %s %s %s %s"
                    .formatted(
                        end(record),
                        record.path("status").asText(),
                        record.path("severity").asText(),
                        record.path("culprits").path(0),
                        record.path("summary").asText()))
        .collect(Collectors.joining("\n", "\n", "\n"));
  }

  @Test
  void inTenQuietMinutesNothingIsFoundThoughTheJobWatchesEveryEndpoint() throws Exception {
    WatchedShop shop = WatchedShop.of(Scenario.QUIET, Duration.ofMinutes(10), state);

    assertThat(shop.of(ResultStream.INCIDENTS)).isEmpty();
    List<String> states = statesOfTheShopsEndpoints(shop.of(ResultStream.QUALITY));
    assertThat(states).containsOnly("watching");
    assertThat(states.size()).isGreaterThanOrEqualTo(ENDPOINTS);
  }

  /** The states of the six endpoints of the shop's users, from the start of the demo. */
  private static List<String> statesOfTheShopsEndpoints(List<JsonNode> quality) {
    return quality.stream()
        .filter(record -> record.path("scope").asText().equals("endpoint"))
        .filter(record -> record.path("endpoint").path("service").asText().equals("frontend"))
        .filter(
            record ->
                record.path("window").path("startMillis").asLong()
                    >= WatchedShop.BEGINNING.toEpochMilli())
        .filter(record -> record.has("watch"))
        .map(record -> record.path("watch").path("state").asText())
        .toList();
  }
}
