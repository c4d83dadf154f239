package io.tracemill.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which pods Prometheus scrapes on Kubernetes, and as which job, by its own relabelling. What it
 * would be told of pods is made up here: there is no Kubernetes, and a Prometheus may be built
 * without it.
 */
@Tag("slow")
@Timeout(120)
final class ScrapedPodsIT {
  private static final String CONFIG = "deploy/prometheus/kubernetes.yml";
  private static final Optional<Path> PROMTOOL = RealPrometheus.program("promtool");
  private static final String PORT = ":9249";
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final KubernetesManifest MANIFEST = new KubernetesManifest();

  @BeforeAll
  static void needsPromtool() {
    assumeTrue(PROMTOOL.isPresent(), "there is no promtool");
  }

  @Test
  void aDeploymentIsAJobOfItsName(@TempDir Path directory) throws Exception {
    JsonNode scraped =
        scraped(directory, Map.of("ours", pod(Map.of()), "shop", podOf("tracemill-shop")));

    assertThat(scraped.path("ours").path("job").asText()).isEqualTo(name());
    assertThat(scraped.path("ours").path("pod").asText()).isEqualTo("a-pod");
    assertThat(scraped.path("shop").path("job").asText()).isEqualTo("tracemill-shop");
  }

  @Test
  void otherPodsAndPortsAreLeftAlone(@TempDir Path directory) throws Exception {
    Map<String, Map<String, String>> pods = new TreeMap<>();
    pods.put("ours", pod(Map.of()));
    pods.put("another-job", podOf("shop"));
    pods.put("no-flink", pod(Map.of("pod_label_type", "")));
    pods.put("another-port", pod(Map.of("pod_container_port_name", "rest")));
    pods.put("ended", pod(Map.of("pod_phase", "Succeeded")));

    assertThat(scraped(directory, pods).fieldNames()).toIterable().containsExactly("ours");
  }

  @Test
  void consolesAreAJobOfTheirOwn(@TempDir Path directory) throws Exception {
    String console =
        MANIFEST.resource("Deployment").at("/spec/template/metadata/labels/app").asText();
    Map<String, Map<String, String>> pods =
        Map.of("ours", podOf(console), "another", pod(Map.of()));
    assertThat(scraped(directory, pods, 1).path("ours").path("job").asText()).isEqualTo("console");
    assertThat(scraped(directory, pods, 1)).hasSize(1);
  }

  private static String name() {
    return MANIFEST.resource("FlinkDeployment").path("metadata").path("name").asText();
  }

  private static Map<String, String> podOf(String deployment) {
    return pod(Map.of("pod_label_app", deployment));
  }

  /** What discovery says of a pod of the manifest, but for that. */
  private static Map<String, String> pod(Map<String, String> changes) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("pod_label_type", "flink-native-kubernetes");
    labels.put("pod_label_app", name());
    labels.put(
        "pod_container_port_name",
        MANIFEST.container().path("ports").path(0).path("name").asText());
    labels.put("pod_phase", "Running");
    labels.put("namespace", "a-namespace");
    labels.put("pod_name", "a-pod");
    labels.putAll(changes);
    return labels;
  }

  /** The labels with which those pods are scraped that are, by host. */
  private static JsonNode scraped(Path directory, Map<String, Map<String, String>> pods)
      throws Exception {
    return scraped(directory, pods, 0);
  }

  /** The same by another scrape job of the file. */
  private static JsonNode scraped(Path directory, Map<String, Map<String, String>> pods, int number)
      throws Exception {
    ObjectNode config = ComposeFile.yaml(CONFIG).deepCopy();
    config.remove("rule_files");
    ObjectNode job = (ObjectNode) config.path("scrape_configs").path(number);
    config.putArray("scrape_configs").add(job);
    assertThat(job.remove("kubernetes_sd_configs"))
        .isEqualTo(JSON.readTree("[{\"role\":\"pod\"}]"));
    pods.forEach(
        (host, meta) -> {
          ObjectNode group = job.withArray("static_configs").addObject();
          group.putArray("targets").add(host + PORT);
          ObjectNode labels = group.putObject("labels");
          meta.forEach((name, value) -> labels.put("__meta_kubernetes_" + name, value));
        });
    Path file = Files.writeString(directory.resolve("prometheus.yml"), config.toString());
    ObjectNode scraped = JSON.createObjectNode();
    for (JsonNode target : discovered(file, job.path("job_name").asText())) {
      JsonNode labels = target.path("labels");
      if (!labels.isEmpty()) {
        scraped.set(labels.path("__address__").asText().replace(PORT, ""), labels);
      }
    }
    return scraped;
  }

  private static JsonNode discovered(Path config, String job) throws Exception {
    Path errors = config.resolveSibling("errors");
    Process process =
        new ProcessBuilder(
                PROMTOOL.orElseThrow().toString(),
                "check",
                "service-discovery",
                "--timeout=3s",
                config.toString(),
                job)
            .redirectError(errors.toFile())
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(Files.readString(errors) + said).isZero();
    return JSON.readTree(said);
  }
}
