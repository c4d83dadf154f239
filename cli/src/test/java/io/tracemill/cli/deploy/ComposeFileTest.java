package io.tracemill.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What can be said of the compose file without an engine to run it. */
class ComposeFileTest {
  private static final String LOOPBACK = "127.0.0.1:";
  private static final String JOB_JAR = "./job/pipeline/target/tracemill-job.jar";

  private final ComposeFile compose = new ComposeFile();

  @Test
  void theFileIsValidByTheSpecificationsSchema() throws IOException {
    try (InputStream file = ComposeFileTest.class.getResourceAsStream("compose-spec.json")) {
      ObjectNode schema = (ObjectNode) new ObjectMapper().readTree(file);
      // Draft 7 it is, but by an address that is not draft 7's; and its own is no address.
      schema.remove(List.of("$schema", "$id"));

      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
                  .getSchema(schema)
                  .validate(compose.document()))
          .isEmpty();
    }
  }

  @Test
  void imagesHaveTheVersionsThatTheProjectIsTestedWith() {
    String kafka = "apache/kafka:" + ComposeFile.pomVersion("kafka.version");
    String flink = "flink:" + ComposeFile.pomVersion("flink.version") + "-java17";

    assertThat(image("kafka")).isEqualTo(kafka).isEqualTo(image("topics"));
    assertThat(image("jobmanager"))
        .isEqualTo(flink)
        .isEqualTo(image("taskmanager"))
        .isEqualTo(image("checkpoints"));
    assertThat(compose.services().keySet())
        .allSatisfy(
            service -> assertThat(image(service)).matches(".+:v?\\d+\\.\\d+\\.\\d+(-\\w+)?"));
  }

  private String image(String service) {
    return compose.service(service).path("image").asText();
  }

  @Test
  void everyPathOfTheHostIsInTheProjectOrIsTheJarThatItBuilds() {
    assertThat(compose.mounts())
        .filteredOn(ComposeFile.Mount::isOfTheHost)
        .hasSizeGreaterThan(3)
        .filteredOn(mount -> !mount.source().equals(JOB_JAR))
        .allSatisfy(
            mount -> assertThat(ComposeFile.root().resolve(mount.source())).isRegularFile());
    assertThat(ComposeFile.text("job/pipeline/pom.xml"))
        .contains("<outputFile>${project.build.directory}/tracemill-job.jar</outputFile>");
  }

  @Test
  void everyProcessOfTheJobHasItsJarWhereFlinkLooksForIt() {
    for (String service : Set.of("jobmanager", "taskmanager")) {
      assertThat(compose.mounts())
          .contains(new ComposeFile.Mount(service, JOB_JAR, "/opt/flink/usrlib/tracemill-job.jar"));
    }
  }

  @Test
  void whereTheJarWasNotBuiltNoFolderIsCreatedInItsPlace() {
    assertThat(compose.services().values().stream().flatMap(each -> stream(each.path("volumes"))))
        .filteredOn(volume -> volume.path("source").asText().equals(JOB_JAR))
        .hasSize(2)
        .allMatch(volume -> !volume.path("bind").path("create_host_path").asBoolean(true));
  }

  private static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }

  @Test
  void everyVolumeIsDeclared() {
    assertThat(compose.mounts())
        .filteredOn(mount -> !mount.isOfTheHost())
        .extracting(ComposeFile.Mount::source)
        .hasSameElementsAs(names(compose.document().path("volumes")));
  }

  @Test
  void everyConditionCanBeMet() {
    compose
        .services()
        .forEach(
            (name, service) ->
                service
                    .path("depends_on")
                    .properties()
                    .forEach(
                        other ->
                            assertCanBe(
                                other.getValue().path("condition").asText(), other.getKey())));
  }

  private void assertCanBe(String condition, String name) {
    JsonNode service = compose.service(name);
    assertThat(service.isMissingNode()).as(name).isFalse();
    switch (condition) {
      case "service_healthy" -> assertThat(service.has("healthcheck")).as(name).isTrue();
      // What is restarted never ends.
      case "service_completed_successfully" ->
          assertThat(service.has("restart")).as(name).isFalse();
      case "service_started" -> assertThat(service.has("restart")).as(name).isTrue();
      default -> fail(name + ": " + condition);
    }
  }

  @Test
  void portsAreThoseOfTheReadmeAndNobodyElsesToReach() {
    Set<String> published = new TreeSet<>();
    compose.services().values().stream()
        .flatMap(service -> ComposeFile.texts(service.path("ports")).stream())
        .forEach(
            port -> {
              assertThat(port).startsWith(LOOPBACK);
              published.add(port.split(":")[1]);
            });

    assertThat(published).isEqualTo(portsOfTheReadme());
  }

  private static Set<String> portsOfTheReadme() {
    String section =
        Pattern.compile("\n## With Docker Compose\n(.*?)\n## ", Pattern.DOTALL)
            .matcher(ComposeFile.text("docs/operations.md"))
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    return Pattern.compile("localhost:(\\d+)")
        .matcher(section)
        .results()
        .map((MatchResult result) -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> names(JsonNode object) {
    Set<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
