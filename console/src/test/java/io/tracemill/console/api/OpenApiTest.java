package io.tracemill.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OpenApiTest {
  private static final JsonNode DOCUMENT = OpenApiSchemas.document();

  private static List<JsonNode> operations() {
    List<JsonNode> operations = new ArrayList<>();
    DOCUMENT.path("paths").forEach(path -> path.forEach(operations::add));
    return operations;
  }

  @Test
  void everyReferenceLeadsToSomething() {
    assertThat(DOCUMENT.findValuesAsText("$ref"))
        .isNotEmpty()
        .allSatisfy(
            reference ->
                assertThat(DOCUMENT.at(reference.substring(1)).isMissingNode())
                    .as(reference)
                    .isFalse());
  }

  @Test
  void everyComponentIsUsed() {
    Set<String> used = new HashSet<>(DOCUMENT.findValuesAsText("$ref"));
    for (String kind : List.of("schemas", "parameters", "responses")) {
      DOCUMENT
          .path("components")
          .path(kind)
          .fieldNames()
          .forEachRemaining(name -> assertThat(used).contains("#/components/" + kind + "/" + name));
    }
  }

  @Test
  void operationsHaveIdsAndSummariesAndSayWhatGoesWrong() {
    assertThat(operations())
        .allSatisfy(
            operation -> {
              assertThat(operation.path("summary").asText()).isNotEmpty();
              assertThat(operation.path("responses").has("200")).isTrue();
              assertThat(operation.path("responses").has("400")).isTrue();
            })
        .extracting(operation -> operation.path("operationId").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void parametersHaveDescriptionsAndNoTwoHaveOneName() {
    for (JsonNode operation : operations()) {
      List<String> names = new ArrayList<>();
      for (JsonNode each : operation.path("parameters")) {
        JsonNode parameter = OpenApiSchemas.resolved(each);
        names.add(parameter.path("name").asText());
        assertThat(parameter.path("description").asText()).endsWith(".");
        assertThat(parameter.path("schema").isObject()).isTrue();
      }
      assertThat(names).doesNotHaveDuplicates().doesNotContain("");
    }
  }

  @Test
  void everyAnswerAndEachOfItsFieldsIsDescribed() {
    DOCUMENT
        .at("/components/schemas")
        .properties()
        .forEach(
            schema -> {
              assertThat(schema.getValue().path("description").asText())
                  .as(schema.getKey())
                  .isNotEmpty();
              schema
                  .getValue()
                  .path("properties")
                  .properties()
                  .forEach(
                      field ->
                          assertThat(
                                  field.getValue().has("description")
                                      || field.getValue().has("$ref"))
                              .as(schema.getKey() + "." + field.getKey())
                              .isTrue());
            });
  }

  @Test
  void errorsHaveOneForm() throws IOException {
    JsonNode error =
        new ObjectMapper().readTree("{\"error\":{\"code\":\"busy\",\"message\":\"ask again\"}}");
    DOCUMENT
        .path("paths")
        .properties()
        .forEach(
            path ->
                path.getValue().elements().next().path("responses").properties().stream()
                    .filter(response -> !response.getKey().equals("200"))
                    .forEach(
                        response ->
                            OpenApiSchemas.check(
                                path.getKey().substring(1),
                                Integer.parseInt(response.getKey()),
                                error)));
  }

  @Test
  void aFieldThatIsNotDescribedIsFound() throws IOException {
    JsonNode answer =
        new ObjectMapper()
            .readTree("{\"columns\":[],\"rows\":[],\"skippedFiles\":[],\"surprise\":1}");
    assertThat(OpenApiSchemas.violations("store/sql", 200, answer))
        .singleElement()
        .asString()
        .contains("surprise");
  }
}
