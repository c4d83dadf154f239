package io.tracemill.pipeline.config;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
   */
  static void checkKafka(String name, ConfigDef.Type type, Node.Scalar value) {
    String marked = References.marked(value.written());
    if (name.equals(JAAS)) {
      checkJaas(marked, value.text());
    } else if ((type == ConfigDef.Type.PASSWORD && !CERTIFICATES.contains(name))
        || namesSecret(name)) {
      refuseLiteral(name, marked);
    }
  }

  /** Refuses a Flink option whose secret stands in the file. */
  static void checkFlink(String name, Node.Scalar value) {
    if (GlobalConfiguration.isSensitive(name) && !name.startsWith(FLINK_TOKENS)) {
      refuseLiteral(name, References.marked(value.written()));
    }
  }

  private static void checkJaas(String marked, String text) {
    optionsOf(text);
    if (!References.isFromElsewhere(marked)) {
      optionsOf(marked)
          .forEach(
              (option, value) -> {
                if (namesSecret(option)) {
                  refuseLiteral(JAAS + ", " + option, String.valueOf(value));
                }
              });
    }
  }

  private static Map<String, ?> optionsOf(String jaas) {
    try {
      return JaasContext.loadClientContext(Map.of(JAAS, new Password(jaas)))
          .configurationEntries()
          .get(0)
          .getOptions();
    } catch (IllegalArgumentException e) {
      throw new ConfigException(
          "%s is no JAAS entry; allowed: MODULE required username=\"NAME\" password=\"${NAME}\";"
                  .formatted(JAAS)
              + " where a \" or \\ within quotes has a \\ before it");
    }
  }

  private static void refuseLiteral(String name, String marked) {
    if (!References.isFromElsewhere(marked)) {
      throw new ConfigException(
          "%s may not stand in this file; allowed: %s".formatted(name, ALLOWED));
    }
  }

  private static boolean namesSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("password") || lower.contains("secret");
  }
}
