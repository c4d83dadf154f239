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
 * Recognises secrets among the settings passed on to Kafka and Flink. Secrets come from the
 * environment or a file. They are not allowed in the configuration file itself, which may be in a
 * repository. No message contains their values.
 */
final class Secrets {
  private static final String ALLOWED =
      "a reference, such as \"${KAFKA_PASSWORD}\" or \"${file:/run/secrets/kafka-password}\"";

  private static final String JAAS = SaslConfigs.SASL_JAAS_CONFIG;

  /**
   * Default patterns for names of secrets, in JAAS entries and plug-ins. A name is a secret if it
   * ends in a word such as key or token. A name that only contains such a word is none, such as
   * {@code keyTab}, {@code key.serializer} or {@code basic.auth.credentials.source}.
   */
  private static final Pattern SECRET =
      Pattern.compile(
          ".*(password|passphrase|secret).*"
              + "|.*(key|token|auth|authorization|credentials?|user.?info|headers?|auth.?params)",
          Pattern.CASE_INSENSITIVE);

  /** A value that turns something on or off, as in {@code storeKey=true}. */
  private static final Set<String> SWITCHES = Set.of("true", "false");

  /** Kafka hides certificates in its logs like secrets, but they are public. */
  private static final Set<String> CERTIFICATES =
      Set.of(
          SslConfigs.SSL_KEYSTORE_CERTIFICATE_CHAIN_CONFIG,
          SslConfigs.SSL_TRUSTSTORE_CERTIFICATES_CONFIG);

  /** Options about tokens whose values are no tokens. */
  private static final String FLINK_TOKENS = "security.delegation.token";

  private Secrets() {}

  /**
   * Rejects a Kafka property whose secret is in the file, or one that should be a JAAS entry and is
   * not. Kafka's own message would show parts of it.
   *
   * @param type its type in Kafka; empty for a property of a plug-in
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

  /** Rejects a Flink option whose secret is in the file. */
  static void checkFlink(String name, Node.Scalar value) {
    if (GlobalConfiguration.isSensitive(name) && !name.startsWith(FLINK_TOKENS)) {
      refuseLiteral(name, value.literal());
    }
  }

  /** Rejects a value of Tracemill's own secret keys that is written in the file itself. */
  static void checkText(Node value) {
    if (value instanceof Node.Scalar scalar && !References.isFromElsewhere(scalar.literal())) {
      throw new ConfigException(
          "a secret may not stand in this file; allowed: a reference, such as"
              + " \"${SECRET}\" or \"${file:/run/secrets/secret}\"");
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
              + " within quotes, put a \\ before \" and \\");
    }
  }

  private static void refuseLiteral(String name, String literal) {
    if (!References.isFromElsewhere(literal)) {
      throw new ConfigException(
          "%s is a secret and may not stand in this file; allowed: %s".formatted(name, ALLOWED));
    }
  }

  private static boolean isSecret(String name, String literal) {
    return SECRET.matcher(name).matches() && !SWITCHES.contains(literal);
  }
}
