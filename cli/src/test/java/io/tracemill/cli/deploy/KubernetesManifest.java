package io.tracemill.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The project's resources of Kubernetes, one of a kind. */
final class KubernetesManifest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final Map<String, JsonNode> byKind = new TreeMap<>();

  KubernetesManifest() {
    try {
      for (String file : List.of("tracemill", "console")) {
        String text = ComposeFile.text("deploy/kubernetes/" + file + ".yaml");
        for (String document : text.split("\n---\n")) {
          JsonNode resource = YAML.readTree(document);
          byKind.put(resource.path("kind").asText(), resource);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode resource(String kind) {
    return byKind.getOrDefault(kind, YAML.missingNode());
  }

  /** What the operator is asked for. */
  JsonNode spec() {
    return resource("FlinkDeployment").path("spec");
  }

  /** The cluster's configuration. */
  Map<String, String> flinkConfiguration() {
    Map<String, String> properties = new TreeMap<>();
    spec()
        .path("flinkConfiguration")
        .properties()
        .forEach(each -> properties.put(each.getKey(), each.getValue().asText()));
    return properties;
  }

  /** The job's configuration; the file is written to {@code directory}. */
  TracemillConfig config(Path directory) throws IOException {
    return config(directory, "tracemill.yaml", Map.of());
  }

  /** A file of the configuration, in an environment. */
  TracemillConfig config(Path directory, String file, Map<String, String> environment)
      throws IOException {
    String text = resource("ConfigMap").path("data").path(file).asText();
    return ConfigFile.load(Files.writeString(directory.resolve(file), text), environment);
  }

  /** What is said of Flink's container in every pod. */
  JsonNode container() {
    return named(pod().path("containers"), "flink-main-container");
  }

  /** The volume of this name. */
  JsonNode volume(String name) {
    return named(pod().path("volumes"), name);
  }

  /** The path that the volume of this name is mounted at. */
  String mountOf(String name) {
    return named(container().path("volumeMounts"), name).path("mountPath").asText();
  }

  private JsonNode pod() {
    return spec().path("podTemplate").path("spec");
  }

  static JsonNode named(JsonNode array, String name) {
    for (JsonNode each : array) {
      if (each.path("name").asText().equals(name)) {
        return each;
      }
    }
    throw new AssertionError("no " + name + " in " + array);
  }
}
