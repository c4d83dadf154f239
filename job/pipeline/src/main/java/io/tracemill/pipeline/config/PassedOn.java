package io.tracemill.pipeline.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  /** A check of one property that is passed to Kafka or Flink. */
  interface Check {
    /** Throws a {@link ConfigException} that hides resolved references. */
    void check(String name, Node.Scalar value);
  }

  private PassedOn() {}

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
      refuseTypingError(name, KAFKA.keySet());
      Secrets.checkKafka(name, Optional.empty(), value);
    } else {
      Secrets.checkKafka(name, Optional.of(known.type), value);
      checkType(known, value);
    }
  }

  /** An option of Flink's, or of one of its plug-ins. */
  static void flink(String name, Node.Scalar value) {
    Secrets.checkFlink(name, value);
  }

  private static void refuseTypingError(String name, Collection<String> known) {
    NearestKey.to(name, known, TYPING_ERRORS)
        .ifPresent(
            nearest -> {
              throw new ConfigException(
                  "%s is no property of Kafka; did you mean %s?".formatted(name, nearest));
            });
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
