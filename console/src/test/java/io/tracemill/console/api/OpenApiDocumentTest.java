package io.tracemill.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.results.SharedFolder;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.connectors.output.AnswerSchemas;
import io.tracemill.connectors.output.SchemaText;
import io.tracemill.console.Questions;
import io.tracemill.console.feed.FeedState;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The paths, parameters and answers in {@code openapi.json} are those of the routes. To write them
 * anew, run this test with {@code -Dtracemill.write-schemas=true}; then describe what is new in the
 * document.
 */
class OpenApiDocumentTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Paths whose answers are not JSON. */
  private static final List<String> OTHERS = List.of("/events", "/flame", "/openapi.json");

  private static final JsonNode PRESENT = OpenApiSchemas.document();
  private static final String SKIPPED = "SkippedFiles";

  private final AnswerSchemas schemas = new AnswerSchemas(PRESENT.at("/components/schemas"));

  private static Collection<Route> routes() {
    InstantSource clock = InstantSource.fixed(Instant.EPOCH);
    FeedState state = FeedState.of(FeedState.Kind.FILES, 0);
    return Questions.of(
            TracemillConfig.defaults().with(Keys.STORE_PATH, ""),
            new Picture(PictureLimits.SCREEN),
            () -> state,
            EngineLimits.DEFAULT,
            clock)
        .api()
        .routes();
  }

  @Test
  void theDocumentIsThatOfTheRoutes() throws IOException {
    JsonNode made = document();
    if (Boolean.getBoolean("tracemill.write-schemas")) {
      Files.writeString(
          SharedFolder.project().resolve("console/src/main/resources/openapi.json"),
          SchemaText.of(made));
    }
    assertThat(PRESENT).isEqualTo(made);
  }

  private ObjectNode document() {
    ObjectNode document = PRESENT.deepCopy();
    TreeMap<String, JsonNode> paths = new TreeMap<>();
    OTHERS.forEach(path -> paths.put(path, PRESENT.path("paths").path(path)));
    for (Route route : routes()) {
      if (!OTHERS.contains("/" + route.path())) {
        paths.put("/" + route.path(), path(route));
      }
    }
    document.putObject("paths").setAll(paths);
    TreeMap<String, JsonNode> all = new TreeMap<>();
    schemas.all().properties().forEach(each -> all.put(each.getKey(), each.getValue()));
    for (String kept : List.of("Error", SKIPPED)) {
      all.put(kept, PRESENT.at("/components/schemas").path(kept));
    }
    ((ObjectNode) document.path("components")).putObject("schemas").setAll(all);
    return document;
  }

  private ObjectNode path(Route route) {
    JsonNode present = PRESENT.path("paths").path("/" + route.path());
    String method = present.has("post") ? "post" : "get";
    ObjectNode operation =
        present.has(method) ? present.path(method).deepCopy() : newOperation(route);
    if (method.equals("get")) {
      ArrayNode parameters = JSON.createArrayNode();
      route.parameters().forEach(name -> parameters.add(parameter(name, operation)));
      if (parameters.isEmpty()) {
        operation.remove("parameters");
      } else {
        operation.set("parameters", parameters);
      }
    }
    ObjectNode schema = schemas.of(route.answer());
    if (route.path().startsWith("store/")) {
      addSkippedFiles(schema);
    }
    ((ObjectNode) operation.at("/responses/200/content/application~1json")).set("schema", schema);
    ObjectNode path = JSON.createObjectNode();
    path.set(method, operation);
    return path;
  }

  /** Every answer of the store names the files that it leaves out. */
  private void addSkippedFiles(ObjectNode reference) {
    String name = reference.path("$ref").asText();
    JsonNode schema = schemas.all().path(name.substring(name.lastIndexOf('/') + 1));
    if (schema.path("properties") instanceof ObjectNode fields && !fields.has("skippedFiles")) {
      fields.putObject("skippedFiles").put("$ref", "#/components/schemas/" + SKIPPED);
    }
  }

  private static ObjectNode newOperation(Route route) {
    boolean ofStore = route.path().startsWith("store/");
    ObjectNode operation =
        PRESENT.at(ofStore ? "/paths/~1store~1overview/get" : "/paths/~1incidents/get").deepCopy();
    String[] words = route.path().split("[/-]");
    StringBuilder id = new StringBuilder(words[0]);
    for (int i = 1; i < words.length; i++) {
      id.append(words[i].substring(0, 1).toUpperCase(java.util.Locale.ROOT))
          .append(words[i].substring(1));
    }
    return operation.put("operationId", id.toString()).put("summary", "");
  }

  /** As the operation has it, or as it is shared. */
  private static JsonNode parameter(String name, JsonNode operation) {
    for (JsonNode each : operation.path("parameters")) {
      if (OpenApiSchemas.resolved(each).path("name").asText().equals(name)) {
        return each;
      }
    }
    return JSON.createObjectNode().put("$ref", "#/components/parameters/" + name);
  }
}
