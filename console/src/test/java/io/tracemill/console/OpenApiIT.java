package io.tracemill.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.OpenApiSchemas;
import io.tracemill.console.feed.DirectoryFeed;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers about an analysed recording with slower payments match {@code openapi.json}. */
@Timeout(300)
@Tag("slow")
final class OpenApiIT {
  private static final String[] SHOP = {"service=shop", "operation=GET /buy"};
  private static final int SLOW_SECOND = 640;

  @TempDir private static Path directory;

  private final Questions questions = open();

  @BeforeAll
  static void analyze() throws IOException {
    Path input = directory.resolve("in.jsonl");
    Files.writeString(input, Payments.lines((second, version) -> second < SLOW_SECOND ? 0 : 30));
    CommandLineRun run =
        CommandLineRun.of(
            "analyze",
            input.toString(),
            "--out",
            directory.resolve("out").toString(),
            "--store",
            directory.resolve("store").toString());
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static Questions open() {
    Picture picture = new Picture(PictureLimits.REPORT);
    InstantSource clock = InstantSource.system();
    try {
      DirectoryFeed feed = DirectoryFeed.read(directory.resolve("out"), picture, clock.millis());
      TracemillConfig config =
          TracemillConfig.defaults().with(Keys.STORE_PATH, directory.resolve("store").toString());
      return Questions.of(config, picture, feed, EngineLimits.DEFAULT, clock);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode check(String path, String... parameters) throws IOException {
    Map<String, String> byName = new HashMap<>();
    for (String parameter : parameters) {
      int equals = parameter.indexOf('=');
      byName.put(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    JsonNode answer =
        new ObjectMapper().readTree(questions.api().answer(path, new ApiQuery(byName)));
    OpenApiSchemas.check(path, 200, answer);
    return answer;
  }

  @Test
  void theNewestResults() throws IOException {
    check("status");
    assertThat(check("now").path("incidents")).isNotEmpty();
    assertThat(check("endpoints").path("endpoints")).isNotEmpty();
    JsonNode incidents = check("incidents").path("incidents");
    assertThat(incidents).isNotEmpty();
    String id = "id=" + incidents.at("/0/incident/id").asText();
    check("incident", id);
    assertThat(check("incident/bundle", id).path("markdown").asText())
        .contains("- The store has 6 of the 6 traces to look at.")
        .containsPattern("\\n  - `shop GET /buy` 60 ms > `payment POST /pay` 80 ms\\n");
    for (String path : new String[] {"hotspots", "dependencies", "anomalies", "quality"}) {
      check(path);
    }
  }

  @Test
  void oneEndpoint() throws IOException {
    assertThat(check("endpoint/series", SHOP).path("points")).hasSizeGreaterThan(10);
    JsonNode profile = check("endpoint/profile", SHOP);
    JsonNode past =
        check(
            "store/profile",
            SHOP[0],
            SHOP[1],
            "from=" + profile.at("/window/startMillis").asLong(),
            "to=" + profile.at("/window/endMillis").asLong());
    assertThat(past.path("traceCount")).isEqualTo(profile.path("traceCount"));
    check("endpoint/changes", SHOP);
    check("endpoint/mutations", SHOP);
  }

  @Test
  void theStore() throws IOException {
    JsonNode overview = check("store/overview", SHOP);
    String category = "category=" + overview.at("/categories/0/category").asText();
    check("store/category", SHOP[0], SHOP[1], category);
    JsonNode traces = check("store/traces", SHOP).path("traces");
    check("store/trace", "id=" + traces.at("/0/traceId").asText());
    assertThat(check("store/past", "ago=5m").at("/pasts/0/endpoints")).hasSize(1);
    check("store/grid", SHOP);
    for (String view : new String[] {"heat", "what-if", "groups", "distributions", "classes"}) {
      check("store/" + view, SHOP);
    }
  }
}
