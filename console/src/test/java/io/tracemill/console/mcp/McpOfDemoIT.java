package io.tracemill.console.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.client.McpSyncClient;
import io.tracemill.cli.demo.WatchedShop;
import io.tracemill.cli.demo.WatchedShop.Injected;
import io.tracemill.cli.demo.WatchedShop.Written;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.Console;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.server.Access;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The protocol's own client asks a console about each fault of the demo. */
@Tag("slow")
@Timeout(300)
final class McpOfDemoIT {
  /** As long as the demo waits until it calls a fault not found. */
  private static final Duration FOUND_WITHIN = Duration.ofSeconds(75);

  @Test
  void fromWhatIsWrongToTheCulpritAreTwoCallsForEachFaultOfTheDemo(@TempDir Path state)
      throws Exception {
    WatchedShop shop = WatchedShop.ofAllFaults(FOUND_WITHIN, state);
    assertThat(shop.faults()).hasSize(4);
    Picture picture = new Picture(PictureLimits.LIVE);
    try (Console console = console(picture);
        McpSyncClient client = McpIT.overHttp(console, HttpRequest.newBuilder())) {
      List<Written> records = shop.records();
      int read = 0;
      for (Injected fault : shop.faults()) {
        long until = fault.startMillis() + FOUND_WITHIN.toMillis();
        for (; read < records.size() && records.get(read).timeMillis() <= until; read++) {
          Written record = records.get(read);
          assertThat(picture.accept(record.stream(), "", record.text())).isTrue();
        }
        assertFound(client, fault);
      }
    }
  }

  private static Console console(Picture picture) throws Exception {
    return Console.start(
        TracemillConfig.defaults().with(Keys.STORE_PATH, ""),
        new Access("127.0.0.1", Optional.empty(), Optional.empty(), Optional.empty()),
        0,
        picture,
        () -> FeedState.of(FeedState.Kind.LIVE, 0),
        Clock.systemUTC());
  }

  private static void assertFound(McpSyncClient client, Injected fault) throws IOException {
    JsonNode worst = McpIT.ask(client, "incidents", Map.of()).at("/incidents/0");
    assertThat(worst.path("firing").asBoolean()).as(worst.toString()).isTrue();
    String id = worst.at("/incident/id").asText();

    JsonNode incident = McpIT.ask(client, "incident", Map.of("id", id)).path("incident");

    assertThat(incident.path("sinceMillis").asLong())
        .as(incident.toString())
        .isGreaterThanOrEqualTo(fault.startMillis() - Duration.ofSeconds(10).toMillis());
    JsonNode culprit = incident.at("/culprits/0");
    assertThat(culprit.path(culprit.has("callee") ? "callee" : "service").asText())
        .as(incident.toString())
        .isEqualTo(fault.culprit());
  }
}
