package io.tracemill.console.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The schemas of {@code openapi.json}. A schema with properties allows no others here, so that
 * every field of an answer has a description.
 */
public final class OpenApiSchemas {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode DOCUMENT = read();

  private OpenApiSchemas() {}

  /** The whole document. */
  public static JsonNode document() {
    return DOCUMENT;
  }

  /**
   * Fails unless this answer matches the document.
   *
   * @param path below {@code /api/v1/}, such as {@code store/overview}
   */
  public static void check(String path, int status, JsonNode json) {
    assertThat(violations(path, status, json)).as("%s %d: %s", path, status, json).isEmpty();
  }

  /** As {@link #check(String, int, JsonNode)} for the bytes of an answer. */
  public static void check(String path, int status, byte[] json) throws IOException {
    check(path, status, JSON.readTree(new String(json, UTF_8)));
  }

  static List<String> violations(String path, int status, JsonNode json) {
    JsonNode operations = DOCUMENT.path("paths").path("/" + path);
    assertThat(operations).as("the path %s", path).hasSize(1);
    JsonNode response =
        resolved(operations.elements().next().path("responses").path(Integer.toString(status)));
    JsonNode schema = response.path("content").path("application/json").path("schema");
    assertThat(schema.isObject()).as("a schema of %s %d", path, status).isTrue();
    ObjectNode root = JSON.createObjectNode();
    root.putArray("allOf").add(schema);
    root.set("components", DOCUMENT.path("components"));
    return JsonSchemaFactory.getInstance(VersionFlag.V202012)
        .getSchema(closed(root.deepCopy()))
        .validate(json)
        .stream()
        .map(ValidationMessage::getMessage)
        .toList();
  }

  /** The target of a reference; any other node itself. */
  static JsonNode resolved(JsonNode node) {
    return node.has("$ref")
        ? DOCUMENT.at(JsonPointer.compile(node.path("$ref").asText().substring(1)))
        : node;
  }

  private static JsonNode closed(JsonNode node) {
    node.forEach(OpenApiSchemas::closed);
    if (node instanceof ObjectNode object
        && object.path("type").asText().equals("object")
        && object.path("properties").isObject()) {
      object.put("additionalProperties", false);
    }
    return node;
  }

  private static JsonNode read() {
    try (InputStream document = OpenApiSchemas.class.getResourceAsStream("/openapi.json")) {
      return JSON.readTree(requireNonNull(document, "/openapi.json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
