package io.tracemill.connectors.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamSchemaTest {
  @ParameterizedTest
  @EnumSource
  void everyStreamHasASchemaWithTitleAndDialect(ResultStream stream) {
    JsonNode schema = StreamSchema.of(stream).document();

    assertThat(schema.path("$schema").textValue())
        .isEqualTo("https://json-schema.org/draft/2020-12/schema");
    assertThat(schema.path("title").textValue()).isNotBlank();
    assertThat(schema.path("description").textValue()).isNotBlank();
  }

  /**
   * The fields of a schema are those of the record. To write them anew, run this test with {@code
   * -Dtracemill.write-schemas=true}; then describe new fields in the document.
   */
  @ParameterizedTest
  @EnumSource
  void aSchemaHasTheFieldsOfItsRecord(ResultStream stream) throws IOException {
    if (stream.type().isPresent()) {
      JsonNode document = StreamSchema.of(stream).document();
      JsonNode made = RecordSchema.of(stream.type().get(), document);
      if (Boolean.getBoolean("tracemill.write-schemas")) {
        Files.writeString(StreamSchema.file(stream), SchemaText.of(made));
      }
      assertThat(StreamSchema.of(stream).document()).isEqualTo(made);
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyFieldIsDescribedWithItsUnit(ResultStream stream) {
    for (Map.Entry<String, JsonNode> field : fields(StreamSchema.of(stream).document())) {
      String description = field.getValue().path("description").asText();
      assertThat(description).as(field.getKey()).isNotBlank();
      if (field.getKey().endsWith("Nanos")) {
        assertThat(description).as(field.getKey()).containsIgnoringCase("nanoseconds");
      }
      if (field.getKey().endsWith("Millis")) {
        assertThat(description).as(field.getKey()).contains("milliseconds");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyObjectIsClosedAndSaysWhatIsRequired(ResultStream stream) {
    for (JsonNode object : StreamSchema.of(stream).document().findParents("properties")) {
      assertThat(object.path("additionalProperties").isBoolean()).as(object.toString()).isTrue();
      assertThat(object.path("additionalProperties").booleanValue()).isFalse();
      assertThat(object.path("required").size()).as(object.toString()).isPositive();
    }
  }

  private static List<Map.Entry<String, JsonNode>> fields(JsonNode schema) {
    List<Map.Entry<String, JsonNode>> fields = new ArrayList<>();
    List<JsonNode> open = new ArrayList<>(List.of(schema));
    while (!open.isEmpty()) {
      JsonNode node = open.remove(open.size() - 1);
      node.forEach(open::add);
      fields.addAll(node.path("properties").properties());
    }
    return fields;
  }
}
