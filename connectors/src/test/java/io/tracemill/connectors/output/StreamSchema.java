package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The published schema of a stream, and what it says about a record. */
public final class StreamSchema {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonNode document;
  private final JsonSchema schema;

  private StreamSchema(JsonNode document) {
    this.document = document;
    this.schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(document);
  }

  public static StreamSchema of(ResultStream stream) {
    Path file = file(stream);
    try {
      return new StreamSchema(MAPPER.readTree(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  static Path file(ResultStream stream) {
    return directory().resolve(stream.label() + ".v1.schema.json");
  }

  private static Path directory() {
    Path above = Path.of(System.getProperty("user.dir")).toAbsolutePath();
    while (!Files.isDirectory(above.resolve("docs/schemas"))) {
      above = above.getParent();
      if (above == null) {
        throw new IllegalStateException("no docs/schemas above the working directory");
      }
    }
    return above.resolve("docs/schemas");
  }

  JsonNode document() {
    return document;
  }

  /** What is wrong with {@code json}; nothing if it is valid. */
  List<String> violations(byte[] json) {
    return violations(parse(json));
  }

  public List<String> violations(JsonNode json) {
    return schema.validate(json).stream().map(ValidationMessage::getMessage).toList();
  }

  static JsonNode parse(byte[] json) {
    try {
      return MAPPER.readTree(new String(json, UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(new String(json, UTF_8), e);
    }
  }
}
