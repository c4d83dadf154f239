package io.tracemill.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The project's {@code docker-compose.yml}, and the files of the project it goes with. */
final class ComposeFile {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final JsonNode document = yaml("docker-compose.yml");

  /**
   * What a service mounts.
   *
   * @param source a path of the project that begins with {@code ./}, or a volume's name
   */
  record Mount(String service, String source, String target) {
    boolean isOfTheHost() {
      return source.startsWith(".");
    }
  }

  JsonNode document() {
    return document;
  }

  /** The services by name. */
  Map<String, JsonNode> services() {
    Map<String, JsonNode> services = new TreeMap<>();
    document
        .path("services")
        .properties()
        .forEach(each -> services.put(each.getKey(), each.getValue()));
    return services;
  }

  JsonNode service(String name) {
    return document.path("services").path(name);
  }

  List<Mount> mounts() {
    List<Mount> mounts = new ArrayList<>();
    services()
        .forEach(
            (name, service) -> {
              for (JsonNode volume : service.path("volumes")) {
                mounts.add(mount(name, volume));
              }
            });
    return mounts;
  }

  private static Mount mount(String service, JsonNode volume) {
    if (volume.isObject()) {
      return new Mount(service, volume.path("source").asText(), volume.path("target").asText());
    }
    String[] parts = volume.asText().split(":");
    return new Mount(service, parts[0], parts[1]);
  }

  /** The arguments that the job manager's container is given. */
  List<String> jobManagerCommand() {
    return texts(service("jobmanager").path("command"));
  }

  /** What Flink's image is to put into the configuration of a process of the job. */
  Map<String, String> flinkProperties(String service) {
    Map<String, String> properties = new TreeMap<>();
    service(service)
        .path("environment")
        .path("FLINK_PROPERTIES")
        .asText()
        .lines()
        .map(line -> line.split(": "))
        .forEach(parts -> properties.put(parts[0], parts[1]));
    return properties;
  }

  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.asText()));
    return texts;
  }

  /** A version that the parent pom names. */
  static String pomVersion(String property) {
    Matcher matcher =
        Pattern.compile("<%s>(.+)</%1$s>".formatted(Pattern.quote(property)))
            .matcher(text("pom.xml"));
    if (!matcher.find()) {
      throw new IllegalStateException("pom.xml has no property " + property);
    }
    return matcher.group(1);
  }

  static JsonNode yaml(String path) {
    try {
      return YAML.readTree(text(path));
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  static String text(String path) {
    try {
      return Files.readString(root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(path, e);
    }
  }

  /** The project's directory. */
  static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docker-compose.yml"))) {
      root = root.getParent();
      if (root == null) {
        throw new IllegalStateException("no docker-compose.yml above the working directory");
      }
    }
    return root;
  }
}
