package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(300)
final class DemoQuietIT {
  private static final int ENDPOINTS = 6;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path state;

  @Test
  void inTenQuietMinutesNothingIsFoundThoughTheJobWatchesEveryEndpoint() throws Exception {
    WatchedShop shop = WatchedShop.of(Scenario.QUIET, Duration.ofMinutes(10), state);

    assertThat(shop.incidents()).isEmpty();
    List<String> states = statesOfTheShopsEndpoints(shop.quality());
    assertThat(states).containsOnly("watching");
    assertThat(states.size()).isGreaterThanOrEqualTo(ENDPOINTS);
  }

  /** Of the six endpoints of the shop's users, from the beginning of the demo on. */
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
