package io.tracemill.cli.run;

import static io.tracemill.cli.run.SecureKafka.ANY_SECRET;
import static io.tracemill.cli.run.SecureKafka.STORE_PASSWORD;
import static io.tracemill.cli.run.SecureKafka.USER;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.broker.SecureBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.LoggedText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where Kafka can't be used, {@code run} ends at once in one line that says what to do; no secret
 * is in what is printed or logged.
 */
@Tag("slow")
@Timeout(180)
final class RefusedByKafkaIT {
  /** So that a test need not wait for 10 s where there is no answer. */
  private static final String IMPATIENT =
      "\n    request.timeout.ms: 2000\n    default.api.timeout.ms: 2000";

  @TempDir private static Path secrets;

  @AutoClose private static SecureKafka kafka;

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init")
  private LoggedText logged;

  @BeforeAll
  static void startKafka() throws Exception {
    kafka = SecureKafka.start(secrets);
  }

  @BeforeEach
  void startLogging() {
    logged = LoggedText.start();
  }

  @AfterEach
  void noSecretWasLogged() {
    logged.close();
    assertThat(logged.text()).doesNotContain(ANY_SECRET);
  }

  @Test
  void aWrongPasswordFailsAtOnce() throws Exception {
    String yaml = yaml().replace("/password}", "/guessed}");

    run(yaml).assertFailed(1, "invalid credentials", "sasl.jaas.config");
    assertThat(run(yaml, "--stacktrace").err()).contains("\tat ");
  }

  @Test
  void aBrokerThatIsNotTrustedFailsAtOnce() throws Exception {
    String yaml =
        yaml()
            .replace(
                kafka.broker().trustStore().toString(),
                SecureBroker.trustStoreOfAStranger(directory, STORE_PASSWORD).toString());

    run(yaml).assertFailed(1, "certificate", "ssl.truststore.location");
  }

  @Test
  void aTrustStoreThatIsNotThereIsABadConfiguration() throws Exception {
    String yaml = yaml().replace(kafka.broker().trustStore().toString(), "/no/such/trust.p12");

    run(yaml).assertFailed(2, "kafka.properties", "there is no file /no/such/trust.p12");
  }

  @Test
  void aTrustStoreUnderAnotherPasswordIsABadConfiguration() throws Exception {
    String yaml = yaml().replace("/store}", "/guessed}");

    run(yaml).assertFailed(2, "kafka.properties", "password was incorrect");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAINTEXT", "SASL_PLAINTEXT", "SSL"})
  void aClientThatDoesLessThanTheListenerDemandsIsToldSo(String protocol) throws Exception {
    String yaml = yaml().replace("SASL_SSL", protocol + IMPATIENT);

    run(yaml).assertFailed(1, "security.protocol");
  }

  @Test
  void aClientThatDoesMoreThanTheListenerDemandsIsToldSo() throws Exception {
    try (EmbeddedBroker plain = EmbeddedBroker.start()) {
      String yaml =
          yaml()
              .replace("SASL_SSL", "SASL_SSL" + IMPATIENT)
              .replace(kafka.broker().bootstrapServers(), plain.bootstrapServers());

      run(yaml).assertFailed(1, "security.protocol");
    }
  }

  @Test
  void aUserWhoMayTooLittleIsToldWhatIsLacking() throws Exception {
    kafka.broker().createTopic("seen", 1, Map.of());
    kafka.broker().allow(USER, ResourceType.TOPIC, "seen", AclOperation.DESCRIBE);
    String yaml =
        kafka.yaml("lacking", directory, 0).replace("[spans-lacking]", "[seen]\n  group-id: mine");

    CommandLineRun run = run(yaml, "--create-topics", "--until-now");

    run.assertFailed(1, "this user may not read topic seen, read group mine;");
  }

  @Test
  void topicsThatThisUserMayNotSeeAreNotCalledMissing() throws Exception {
    kafka.send("spans-hidden");
    kafka.broker().createTopic("hidden.profiles.v1", 1, Map.of());
    String yaml =
        kafka.yaml("hidden", directory, 0).replace("prefix: tracemill.hidden", "prefix: hidden");

    CommandLineRun run = run(yaml, "--until-now");

    run.assertFailed(1, "this user may not write topic hidden.", "write topic hidden.profiles.v1");
    assertThat(run.err()).doesNotContain("missing", "--create-topics");
  }

  @Test
  void whoMayOnlySeeAGroupIsToldThatItCannotCommit() throws Exception {
    kafka.send("spans-group");
    kafka.broker().allow(USER, ResourceType.GROUP, "seen", AclOperation.DESCRIBE);
    String yaml =
        kafka
            .yaml("group", directory, 0)
            .replace("[spans-group]", "[spans-group]\n  group-id: seen");

    CommandLineRun run = run(yaml, "--create-topics", "--until-now");

    run.assertFailed(1, "this user may not read group seen;");
  }

  @Test
  void whoMayTooLittleForExactlyOnceIsToldWhatIsLacking() throws Exception {
    kafka.send("spans-once");
    String yaml = kafka.yaml("once", directory, 0) + "output.delivery: exactly-once\n";

    CommandLineRun run = run(yaml, "--create-topics", "--until-now");

    run.assertFailed(
        1,
        "read topic tracemill.once.changes.v1,",
        "read topic tracemill.once.traces.v1,",
        "write transactional-id tracemill-;");
  }

  @Test
  void whoMayNotReadTheResultsIsToldSo() throws Exception {
    kafka.send("results.traces.v1");
    kafka.broker().allow(USER, ResourceType.TOPIC, "results.", AclOperation.DESCRIBE);
    String yaml = yaml().replace("prefix: tracemill.none", "prefix: results");

    CommandLineRun run = command("watch", yaml, "--stream", "traces");

    run.assertFailed(1, "Not authorized", "results.traces.v1", "needs an ACL");
  }

  @Test
  void keepSaysWhatTheUserMayNot() throws Exception {
    kafka.send("spans-keep");
    kafka.broker().createTopic("tracemill.keep.keep.v1", 1, Map.of());
    kafka.broker().createTopic("otlp_spans_kept", 1, Map.of());
    String yaml = kafka.yaml("keep", directory, 0);

    command("keep", yaml).assertFailed(1, "topic otlp_spans_kept", "needs an ACL");
    kafka.broker().allow(USER, ResourceType.TOPIC, "otlp_spans_kept", AclOperation.WRITE);
    command("keep", yaml).assertFailed(1, "tracemill.keep.keep.v1", "needs an ACL");
    kafka.broker().allow(USER, ResourceType.TOPIC, "tracemill.keep.keep.v1", AclOperation.READ);
    command("keep", yaml.replace("[spans-keep]", "[spans-keep]\n  group-id: mine"))
        .assertFailed(1, "mine-keep", "needs an ACL");
  }

  @Test
  void aValueThatKafkaDoesNotTakeIsABadConfiguration() throws Exception {
    String yaml = yaml().replace("PKCS12", "PKCS12\n    fetch.max.bytes: many");

    run(yaml).assertFailed(2, "kafka.properties: fetch.max.bytes: \"many\"");
  }

  private String yaml() {
    return kafka.yaml("none", directory, 0);
  }

  private CommandLineRun run(String yaml, String... more) throws IOException {
    return command("run", yaml, more);
  }

  private CommandLineRun command(String name, String yaml, String... more) throws IOException {
    CommandLineRun run = CommandLineRun.configured(directory, yaml, name, more);
    assertThat(run.out() + run.err()).doesNotContain(ANY_SECRET);
    return run;
  }
}
