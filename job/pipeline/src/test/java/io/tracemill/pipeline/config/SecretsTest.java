package io.tracemill.pipeline.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets come from the environment or from files, and no message shows one. */
class SecretsTest {
  private static final String SECRET = "hunter2";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void aFileIsPutInWithoutTheLineEndAtItsEnd() throws IOException {
    Path secret = Files.writeString(directory.resolve("secret"), "two\nlines\r\n");

    TracemillConfig config =
        load("kafka.properties: {ssl.key.password: \"${file:" + secret + "}\"}");

    assertThat(config.get(Keys.KAFKA_PROPERTIES)).containsEntry("ssl.key.password", "two\nlines");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> load("kafka.group-id: \"${file:no/such/file}\""))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("line 1: ${file:no/such/file}: this file does not exist");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.properties: {ssl.truststore.password: \"${SECRET}\"}",
        "kafka.properties: {ssl.truststore.password: \"${SECRET:-}\"}",
        "kafka.properties: {sasl.jaas.config: \"${JAAS}\"}",
        "kafka.properties: {sasl.jaas.config: 'a.B required user=\"x\" password=\"${SECRET}\";'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required user=\"${U:-x}\" password=${SECRET};'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required useKeyTab=true keyTab=\"/etc/k\";'}",
        "kafka.properties: {ssl.truststore.certificates: -----BEGIN CERTIFICATE-----}",
        "kafka.properties: {sasl.jaas.config: 'a.B required storeKey=true tokenauth=\"true\";'}",
        "kafka.properties: {of.a.plug-in: hunter2}",
        "kafka.properties: {key.converter: x, registry.ssl.keystore.location: y}",
        "kafka.properties: {basic.auth.credentials.source: USER_INFO, x.key: \"${SECRET}\"}",
        "kafka.properties: {key.serializer: java.lang.String, registry.token.endpoint.url: y}",
        "kafka.properties: {registry.sasl.jaas.config: 'a.B required password=\"${SECRET}\";'}",
        "flink: {s3.secret-key: \"${SECRET}\", s3.access-key: known}",
        "flink: {security.delegation.tokens.enabled: false}",
        "console.token: \"${TOKEN}\"",
        "console.token: \"${TOKEN:-}\"",
        "console.token: \"\"",
      })
  void aSecretFromElsewhereIsTaken(String yaml) {
    assertThat(load(yaml).toString()).doesNotContain(SECRET);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.properties: {ssl.truststore.password: hunter2}",
        "kafka.properties: {ssl.truststore.password: \"${SECRET}hunter2\"}",
        "kafka.properties: {ssl.truststore.password: \"${NONE:-hunter2}\"}",
        "kafka.properties: {ssl.keystore.key: -----BEGIN PRIVATE KEY-----hunter2}",
        "kafka.properties: {sasl.jaas.config: 'a.B required user=\"x\" password=\"hunter2\";'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required x=\"${U:-x}\" password=hunter2;'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required clientSecret=\"${U:-hunter2}\";'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required token=\"hunter2\";'}",
        "kafka.properties: {registry.sasl.jaas.config: 'a.B required password=\"hunter2\";'}",
        "kafka.properties: {schema.registry.password: hunter2}",
        "kafka.properties: {basic.auth.user.info: \"u:hunter2\"}",
        "kafka.properties: {x.api.key: hunter2}",
        "kafka.properties: {x.apiKey: hunter2}",
        "kafka.properties: {bearer.auth.token: hunter2}",
        "flink: {security.ssl.rest.key-password: hunter2}",
        "flink: {s3: {secret-key: hunter2}}",
        "console.token: hunter2hunter2",
        "console.token: \"${NONE:-hunter2hunter2}\"",
      })
  void aSecretThatStandsInTheFileIsRefused(String yaml) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("secret")
        .hasMessageContaining("may not stand in this file; allowed: a reference")
        .message()
        .doesNotContain(SECRET);
  }

  /** With each of these, Kafka, Jackson or we had a message that quoted what was written. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kafka.properties: {sasl.jaas.config: 'a.B required password=my ${SECRET};'}",
        "kafka.properties: {sasl.jaas.config: 'a.B required password=\"${SECRET}\"'}",
        "kafka.properties: {sasl.jaas.config: hunter2}",
        "kafka.properties: {sasl.jaas.config: [hunter2]}",
        "kafka.properties: {ssl.truststore.pasword: hunter2}",
        "kafka.properties: {sasl.mechanizm: \"${SECRET}\"}",
        "kafka.properties: {fetch.max.bytes: \"${SECRET}\"}",
        "kafka.properties: {ssl.key.password: \"hunter2${oh no}\"}",
        "kafka.properties: [ssl.key.password=hunter2]",
        "kafka.properties: ssl.key.password=hunter2",
        "kafka.properties: {ssl.key.password: \"hunter2",
        "kafka.properties: {ssl.key.password: [hunter2]}",
        "kafka.topics: [\"a b ${SECRET}\"]",
        "output.prefix: \"a b ${SECRET}\"",
        "flink: {parallelism.default: \"${SECRET}\"}",
        "kafka.properties: {group.id: \"${SECRET}\"}",
        "assembly.max-spans: \"${SECRET}\"",
        "kafka.encoding: \"${SECRET}\"",
        "endpoints.skip: [{service: \"${SECRET}\"}]",
        "console.token: \"${SECRET}\"",
        "console.token: [hunter2]",
      })
  void noMessageShowsASecret(String yaml) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasNoCause()
        .message()
        .hasLineCount(1)
        .doesNotContain(SECRET);
  }

  @Test
  void aTypingErrorIsToldFromThePropertyOfAPlugIn() {
    assertThatThrownBy(() -> load("kafka.properties: {sasl.mechanizm: PLAIN}"))
        .hasMessageContaining(
            "line 1: kafka.properties: sasl.mechanizm is no property of Kafka; did you mean"
                + " sasl.mechanism?");
    assertThat(load("kafka.properties: {interceptor.mechanism: PLAIN}").get(Keys.KAFKA_PROPERTIES))
        .containsKey("interceptor.mechanism");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"security.protocol: TLS", "fetch.max.bytes: many", "acks: 7", "linger.ms: -5"})
  void aValueThatKafkaDoesNotTakeIsRefusedBeforeTheJobStarts(String property) {
    assertThatThrownBy(() -> load("kafka.properties: {" + property + "}"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("kafka.properties: " + property.substring(0, property.indexOf(':')));
  }

  private TracemillConfig load(String yaml) {
    Map<String, String> env =
        Map.of(
            "SECRET",
            SECRET,
            "TOKEN",
            SECRET + SECRET,
            "JAAS",
            "a.B required password=\"%s\";".formatted(SECRET));
    try {
      return ConfigFile.load(Files.writeString(directory.resolve("tracemill.yaml"), yaml), env);
    } catch (IOException e) {
      throw new IllegalStateException("cannot write the test's file", e);
    }
  }
}
