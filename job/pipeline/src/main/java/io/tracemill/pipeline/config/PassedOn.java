package io.tracemill.pipeline.config;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.tracemill.pipeline.alertmanager.AlertmanagerSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;

/**
 * Checks the settings that are passed on to Kafka's clients and to Flink, as far as possible. Their
 * own messages would come only after the job has started, and again at every restart.
 */
final class PassedOn {
  /** A name with at most this many wrong letters counts as a misspelt name of Kafka's. */
  private static final int TYPING_ERRORS = 2;

  private static final Map<String, ConfigDef.ConfigKey> KAFKA = new HashMap<>();

  static {
    for (ConfigDef client :
        List.of(
            AdminClientConfig.configDef(),
            ConsumerConfig.configDef(),
            ProducerConfig.configDef())) {
      KAFKA.putAll(client.configKeys());
    }
  }

  /** Kafka properties that have their own configuration key. */
  private static final Map<String, String> OWN_KEYS =
      Map.of(
          "bootstrap.servers", "kafka.bootstrap-servers",
          "group.id", "kafka.group-id",
          "auto.offset.reset", "kafka.start");

  private static final Pattern LABEL_NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

  private PassedOn() {}

  /**
   * Names and values for another system; nested names are joined by a dot.
   *
   * @param base the defaults, as YAML
   * @param check throws a {@link ConfigException} that hides resolved references
   */
  static ValueType<Map<String, String>> map(String base, BiConsumer<String, Node.Scalar> check) {
    Map<String, Node.Scalar> defaults = new TreeMap<>();
    flatten("", YamlText.read(base, new References(Map.of())), defaults);
    Function<Node, Map<String, String>> reader =
        node -> {
          Map<String, Node.Scalar> given = new TreeMap<>();
          flatten("", node, given);
          given.forEach(check);
          defaults.forEach(given::putIfAbsent);
          return given.entrySet().stream()
              .collect(toUnmodifiableMap(Map.Entry::getKey, each -> each.getValue().text()));
        };
    return new ValueType<>(reader, map -> true).notShown();
  }

  private static void flatten(String prefix, Node node, Map<String, Node.Scalar> into) {
    node.entries()
        .forEach(
            (last, value) -> {
              String name = prefix + last;
              if (value instanceof Node.Section) {
                flatten(name + ".", value, into);
              } else if (!(value instanceof Node.Scalar scalar)) {
                throw new ConfigException(name + " has no value; allowed: a text or a number");
              } else if (into.put(name, scalar) != null) {
                throw new ConfigException(name + " is given twice");
              }
            });
  }

  /** A label: its name must be valid in Prometheus and not one of Tracemill's own. */
  static void label(String name, Node.Scalar value) {
    if (!LABEL_NAME.matcher(name).matches() || AlertmanagerSettings.OWN_LABELS.contains(name)) {
      throw new ConfigException(
          "label \"%s\" is not allowed; allowed: letters, digits and '_', and none of %s"
              .formatted(name, String.join(", ", AlertmanagerSettings.OWN_LABELS)));
    }
    if (value.text().isBlank()) {
      throw new ConfigException("label \"%s\" has no value; allowed: a text".formatted(name));
    }
  }

  /**
   * A property of Kafka's clients. An unknown name may belong to a plug-in, unless it resembles one
   * of Kafka's names.
   */
  static void kafka(String name, Node.Scalar value) {
    String own = OWN_KEYS.get(name);
    if (own != null) {
      throw new ConfigException(
          "\"%s\" is not allowed; allowed: set %s instead".formatted(name, own));
    }
    ConfigDef.ConfigKey known = KAFKA.get(name);
    if (known == null) {
      ConfigFile.nearest(name, KAFKA.keySet(), TYPING_ERRORS)
          .ifPresent(
              nearest -> {
                throw new ConfigException(
                    "%s is no property of Kafka; did you mean %s?".formatted(name, nearest));
              });
      Secrets.checkKafka(name, Optional.empty(), value);
    } else {
      Secrets.checkKafka(name, Optional.of(known.type), value);
      checkType(known, value);
    }
  }

  private static void checkType(ConfigDef.ConfigKey known, Node.Scalar value) {
    try {
      Object parsed = ConfigDef.parseType(known.name, value.text(), known.type);
      if (known.validator != null) {
        known.validator.ensureValid(known.name, parsed);
      }
    } catch (org.apache.kafka.common.config.ConfigException e) {
      String range = known.validator == null ? "" : " " + known.validator;
      throw new ConfigException(
          "%s: \"%s\" is not allowed; allowed: %s%s"
              .formatted(known.name, value.shown(), known.type, range));
    }
  }
}
