package io.tracemill.pipeline.config;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/**
 * Knows the secrets among what is passed on to Kafka and Flink. They come from the environment or a
 * file and never stand in the configuration itself, where they would get into repositories; their
 * values are in no message.
 */
final class Secrets {
  private static final String ALLOWED =
      "the secret by environment or file, as in \"${KAFKA_PASSWORD}\" or"
          + " \"${file:/run/secrets/kafka-password}\"";

  private static final String JAAS = SaslConfigs.SASL_JAAS_CONFIG;

  /**
   * Default patterns for names of secrets: in JAAS entries and of plug-ins. A key, token and the
   * like are one if their name ends so; what only has to do with them, such as {@code keyTab},
   * {@code key.serializer} or {@code basic.auth.credentials.source}, is none.
   */
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(password|passphrase|secret).*"
              + "|.*(key|token|auth|authorization|credentials?|user.?info|headers?|auth.?params)",
          Pattern.CASE_INSENSITIVE);

  /** What turns something on or off, as in {@code storeKey=true}. */
  private static final Set<String> SWITCHES = Set.of("true", "false");

  /** Kafka keeps certificates out of its logs like secrets, but they are for everyone. */
  private static final Set<String> CERTIFICATES =
      Set.of(
          SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
          SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG);

  /** Options about tokens, none of which is one. */
  private static final String FLINK_TOKENS = "security.delegation.token";

  private Secrets() {}

  /**
   * Refuses a Kafka property whose secret stands in the file, or that is no JAAS entry and should
   * be one: Kafka's own message would show parts of it.
   *
   * @param type what Kafka says that it is; empty for a property of a plug-in
   */
  static void checkKafka(String name, Optional<ConfigDef.Type> type, Node.Scalar value) {
    String literal = value.literal();
    if (name.endsWith(JAAS)) {
      checkJaas(name, literal, value.text());
    } else if (type.map(known -> known == ConfigDef.Type.PASSWORD && !CERTIFICATES.contains(name))
        .orElseGet(() -> isSecret(name, literal))) {
      refuseLiteral(name, literal);
    }
  }

  /** Refuses a Flink option whose secret stands in the file. */
  static void checkFlink(String name, Node.Scalar value) {
    if (GlobalConfiguration.isSensitive(name) && !name.startsWith(FLINK_TOKENS)) {
      refuseLiteral(name, value.literal());
    }
  }

  private static void checkJaas(String name, String literal, String text) {
    optionsOf(name, text);
    if (!References.isFromElsewhere(literal)) {
      optionsOf(name, literal)
          .forEach(
              (option, value) -> {
                if (isSecret(option, String.valueOf(value))) {
                  refuseLiteral(name + ", " + option, String.valueOf(value));
                }
              });
    }
  }

  private static Map<String, ?> optionsOf(String name, String jaas) {
    try {
      return JaasContext.loadClientContext(Map.of(JAAS, new Password(jaas)))
          .configurationEntries()
          .get(0)
          .getOptions();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "%s is no JAAS entry; allowed: MODULE required username=\"NAME\" password=\"${NAME}\";"
                  .formatted(name)
              + " where a \" or \\ within quotes has a \\ before it");
    }
  }

  private static void refuseLiteral(String name, String literal) {
    if (!References.isFromElsewhere(literal)) {
      throw new ConfigException(
          "%s may not stand in this file; allowed: %s".formatted(name, ALLOWED));
    }
  }

  private static boolean isSecret(String name, String literal) {
    return SECRET.matcher(name).matches() && !SWITCHES.contains(literal);
  }
}
