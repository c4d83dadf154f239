package io.tracemill.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.TracemillJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What can be said of the image and of the deployment on Kubernetes without an engine and a
 * cluster.
 */
class KubernetesTest {
  private static final String DOCKERFILE = "deploy/image/Dockerfile";
  private static final String SCHEMA = "/META-INF/fabric8/flinkdeployments.flink.apache.org-v1.yml";
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final KubernetesManifest manifest = new KubernetesManifest();
  private final JsonNode spec = manifest.spec();

  /** The newest schema that is at hand is older than the Flink that it is to start. */
  @Test
  void theDeploymentIsValidByTheOperatorsSchemaButForItsVersionOfFlink() throws IOException {
    assertThat(manifest.resource("FlinkDeployment").path("apiVersion").asText())
        .isEqualTo("flink.apache.org/v1beta1");
    assertThat(schema().validate(spec))
        .extracting(message -> message.getInstanceLocation().toString())
        .containsExactly("$.flinkVersion");
    String flink = ComposeFile.pomVersion("flink.version");
    assertThat("v" + flink.replaceFirst("\\.\\d+$", "").replace('.', '_'))
        .isEqualTo(spec.path("flinkVersion").asText());
  }

  @Test
  void theSchemaFindsWhatIsMisspeltAndWhatIsOfAnotherType() throws IOException {
    ObjectNode wrong = spec.deepCopy();
    wrong.put("flinkVersion", "v1_20").put("upgrademode", "savepoint");
    ((ObjectNode) wrong.path("job")).put("upgradeMode", "savepoints").put("parallelism", "two");
    ((ObjectNode) wrong.path("podTemplate").path("spec")).put("volume", "state");

    assertThat(schema().validate(wrong)).extracting(ValidationMessage::getMessage).hasSize(4);
  }

  private static JsonSchema schema() throws IOException {
    try (InputStream file = KubernetesTest.class.getResourceAsStream(SCHEMA)) {
      JsonNode definition = YAML.readTree(file);
      JsonNode schema =
          definition.at("/spec/versions/0/schema/openAPIV3Schema/properties/spec").deepCopy();
      close(schema);
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(schema);
    }
  }

  /**
   * Kubernetes drops fields that a schema does not have, or warns of them; here they are errors.
   */
  private static void close(JsonNode schema) {
    if (schema.path("properties").isObject() && !schema.has("additionalProperties")) {
      ((ObjectNode) schema).put("additionalProperties", false);
    }
    schema.forEach(KubernetesTest::close);
  }

  @Test
  void theImageHasTheJarThatTheProjectBuildsOnTheFlinkThatItIsTestedWith() {
    String dockerfile = ComposeFile.text(DOCKERFILE);

    assertThat(dockerfile)
        .contains("\nFROM flink:" + ComposeFile.pomVersion("flink.version") + "-java17\n")
        .contains(
            " job/pipeline/target/tracemill-job.jar "
                + spec.path("job").path("jarURI").asText().replace("local://", "")
                + "\n")
        .contains("docker build -f " + DOCKERFILE + " -t " + spec.path("image").asText() + " .");
    assertThat(ComposeFile.text(DOCKERFILE + ".dockerignore").lines())
        .containsSubsequence("*", "!job/pipeline/target/tracemill-job.jar");
    assertThat(spec.path("image").asText()).isEqualTo("tracemill:" + projectVersion());
  }

  private static String projectVersion() {
    return Pattern.compile("<artifactId>tracemill</artifactId>\\s*<version>(.+)</version>")
        .matcher(ComposeFile.text("pom.xml"))
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  @Test
  void theJobIsGivenItsConfigurationAndGoesOnFromSavepoints(@TempDir Path directory)
      throws IOException {
    JsonNode job = spec.path("job");
    TracemillConfig config = manifest.config(directory);

    assertThat(job.path("entryClass").asText()).isEqualTo(TracemillJob.class.getName());
    assertThat(ComposeFile.texts(job.path("args")))
        .containsExactly("--config", manifest.mountOf("config") + "/tracemill.yaml");
    assertThat(job.path("upgradeMode").asText()).isEqualTo("savepoint");
    assertThat(job.path("parallelism").asText())
        .isEqualTo(config.get(Keys.FLINK).get("parallelism.default"));
  }

  @Test
  void allThatHasToOutliveAPodIsInTheVolume(@TempDir Path directory) throws IOException {
    TracemillConfig config = manifest.config(directory);
    Configuration flink = flink();
    String state = "file://" + manifest.mountOf("state") + "/";

    assertThat(flink.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
        .startsWith(state)
        .isEqualTo("file://" + config.get(Keys.STATE_DIRECTORY));
    assertThat(flink.get(CheckpointingOptions.SAVEPOINT_DIRECTORY)).startsWith(state);
    assertThat(flink.get(HighAvailabilityOptions.HA_STORAGE_PATH)).startsWith(state);
    assertThat(flink.get(HighAvailabilityOptions.HA_MODE)).isEqualTo("kubernetes");
    assertThat(flink.get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
        .hasToString("PT10S")
        .isEqualTo(
            Configuration.fromMap(config.get(Keys.FLINK))
                .get(CheckpointingOptions.CHECKPOINTING_INTERVAL));
  }

  @Test
  void theConsoleShowsWhatTheJobWritesToThoseWhoHaveItsToken(@TempDir Path directory)
      throws IOException {
    JsonNode pod = manifest.resource("Deployment").at("/spec/template");
    JsonNode container = pod.at("/spec/containers/0");
    TracemillConfig job = manifest.config(directory);
    TracemillConfig console =
        manifest.config(
            directory,
            "console.yaml",
            Map.of(container.at("/env/0/name").asText(), "of-the-secret"));

    for (Key<?> same : List.of(Keys.KAFKA_BOOTSTRAP_SERVERS, Keys.STORE_PATH)) {
      assertThat((Object) console.get(same)).isEqualTo(job.get(same));
    }
    assertThat(console.get(Keys.CONSOLE_TOKEN)).isEqualTo("of-the-secret");
    assertThat(container.at("/ports/0/containerPort").asInt())
        .isEqualTo(console.get(Keys.CONSOLE_PORT))
        .isEqualTo(manifest.resource("Service").at("/spec/ports/0/port").asInt());
    for (String volume : List.of("config", "state")) {
      assertThat(KubernetesManifest.named(pod.at("/spec/volumes"), volume))
          .isEqualTo(manifest.volume(volume));
      assertThat(KubernetesManifest.named(container.path("volumeMounts"), volume).path("mountPath"))
          .isEqualTo(
              KubernetesManifest.named(manifest.container().path("volumeMounts"), volume)
                  .path("mountPath"));
    }
    assertThat(pod.at("/metadata/labels"))
        .isEqualTo(manifest.resource("Deployment").at("/spec/selector/matchLabels"))
        .isEqualTo(manifest.resource("Service").at("/spec/selector"))
        .isEqualTo(manifest.resource("NetworkPolicy").at("/spec/podSelector/matchLabels"));
  }

  /** The launcher finds there what it starts, and nothing to build. */
  @Test
  void theConsolesImageHasTheFilesOfTheLauncher() {
    String dockerfile = ComposeFile.text("deploy/image/console.Dockerfile");
    String launcher = ComposeFile.text("tracemill");
    List<String> copied =
        Pattern.compile("\nCOPY (\\S+) /opt/tracemill/(\\S*)")
            .matcher(dockerfile)
            .results()
            .map(line -> line.group(1))
            .toList();

    assertThat(copied).contains("tracemill", "cli/target/lib", "console/target/lib").hasSize(5);
    assertThat(copied.subList(1, 5)).allMatch(launcher::contains);
    assertThat(dockerfile)
        .contains("\nRUN touch /opt/tracemill/" + stamp(launcher) + "\n")
        .contains(" -t " + manifest.resource("Deployment").findValue("image").asText() + " .")
        .contains("tracemill-console:" + projectVersion() + " .");
    assertThat(ComposeFile.text("deploy/image/console.Dockerfile.dockerignore").lines())
        .containsAll(copied.stream().map(file -> "!" + file).toList());
  }

  private static String stamp(String launcher) {
    return launcher
        .lines()
        .filter(line -> line.startsWith("stamp="))
        .findFirst()
        .orElseThrow()
        .substring("stamp=".length());
  }

  @Test
  void volumesAreOfWhatTheManifestDeclares() {
    assertThat(manifest.volume("config").path("configMap").path("name"))
        .isEqualTo(manifest.resource("ConfigMap").path("metadata").path("name"));
    assertThat(manifest.volume("state").path("persistentVolumeClaim").path("claimName"))
        .isEqualTo(manifest.resource("PersistentVolumeClaim").path("metadata").path("name"));
  }

  private Configuration flink() {
    return Configuration.fromMap(manifest.flinkConfiguration());
  }

  @Test
  void aTaskManagerHasRoomForItsSubtasks(@TempDir Path directory) throws IOException {
    Configuration flink = flink();
    String memory = spec.path("taskManager").path("resource").path("memory").asText();
    flink.set(TaskManagerOptions.TOTAL_PROCESS_MEMORY, MemorySize.parse(memory));

    long heap = TaskExecutorProcessUtils.processSpecFromConfig(flink).getTaskHeapSize().getBytes();
    assertThat(
            flink.get(TaskManagerOptions.NUM_TASK_SLOTS)
                * manifest.config(directory).get(Keys.ASSEMBLY_MAX_OPEN_BYTES))
        .isLessThan(heap / 2);
  }

  @Test
  void prometheusIsToldWhereTheReporterAnswers() {
    String port = manifest.flinkConfiguration().get("metrics.reporter.prom.port");

    assertThat(
            KubernetesManifest.named(manifest.container().path("ports"), "metrics")
                .path("containerPort")
                .asText())
        .isEqualTo(port);
  }

  /** By annotations, as some configurations of Prometheus find pods. */
  @Test
  void nothingElseAsksForThePodsToBeScrapedAgain() {
    assertThat(spec.findValues("annotations")).isEmpty();
  }
}
