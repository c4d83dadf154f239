package io.tracemill.cli.run;

import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.broker.SecureBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.LoggedText;
import io.tracemill.cli.results.Results;
import io.tracemill.cli.screen.ResultTail;
import io.tracemill.cli.screen.ScreenState;
import io.tracemill.connectors.otlp.Requests;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The job on a Kafka that demands TLS, SASL and permission. Whatever happens, no secret is in what
 * is printed, logged or served by Flink.
 */
@Timeout(180)
final class SecureKafkaIT {
  private static final String USER = "tracemill";
  private static final String PASSWORD = "pass-word-of-the-job";
  private static final String STORE_PASSWORD = "pass-word-of-the-store";
  private static final String ANY_SECRET = "pass-word";
  private static final int TRACES = 20;

  /** So that a test need not wait for 10 s where there is no answer. */
  private static final String IMPATIENT =
      "\n    request.timeout.ms: 2000\n    default.api.timeout.ms: 2000";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path secrets;

  @SuppressWarnings("NullAway.Init")
  private static SecureBroker broker;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private LoggedText logged;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = SecureBroker.start(secrets, STORE_PASSWORD);
    broker.addUser(USER, PASSWORD);
    // What docs/operations.md says that the job needs, and READ of the results, to look at them.
    broker.allow(USER, ResourceType.TOPIC, "spans-", AclOperation.READ);
    broker.allow(
        USER,
        ResourceType.TOPIC,
        "tracemill.",
        AclOperation.WRITE,
        AclOperation.CREATE,
        AclOperation.READ);
    broker.allow(USER, ResourceType.GROUP, "tracemill", AclOperation.READ);
    broker.allow(USER, ResourceType.TRANSACTIONAL_ID, "tracemill-", AclOperation.WRITE);
    secret("password", PASSWORD);
    secret("guessed", "pass-word-that-is-guessed");
    secret("store", STORE_PASSWORD);
    secret("flink", "pass-word-for-flink");
  }

  private static void secret(String name, String value) throws IOException {
    Files.writeString(secrets.resolve(name), value + "\n");
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
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

  @ParameterizedTest
  @ValueSource(strings = {"at-least-once", "exactly-once"})
  void resultsComeThroughTlsAndSasl(String delivery) throws Exception {
    send("spans-" + delivery);
    String yaml = yaml(delivery, 0) + "output.delivery: " + delivery + "\n";

    CommandLineRun run = run(yaml, "--until-now", "--create-topics");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(logged.text())
        .contains("AdminClientConfig values", "ConsumerConfig values", "ProducerConfig values");
    assertThat(Results.recordsIn(clients(yaml), "tracemill." + delivery + ".traces.v1"))
        .hasSize(TRACES);
  }

  /** The screen's consumer is one more client, and so is that which asks for the end offsets. */
  @Test
  void aJobThatGoesOnIsFlushedAndWatchedThroughTlsAndSasl() throws Exception {
    send("spans-ongoing");
    int webPort = unusedPort();
    TracemillConfig config = load(yaml("ongoing", webPort));
    try (KafkaAccess kafka = new KafkaAccess(config)) {
      kafka.create(KafkaAccess.outputs(config));
    }
    ScreenState state = new ScreenState(0);
    try (EmbeddedJob job = EmbeddedJob.start(config, false, Optional.empty());
        ResultTail tail = ResultTail.of(config, ResultTail.From.EARLIEST, state)) {
      tail.start();
      while (!state.hasEndpoints()) {
        assertThat(tail.failure()).isEmpty();
        assertThat(job.failed()).isFalse();
        Thread.onSpinWait();
      }
      assertThat(servedByFlink(webPort)).contains("s3.secret-key").doesNotContain(ANY_SECRET);
    }
  }

  @Test
  void aWrongPasswordFailsAtOnce() throws Exception {
    String yaml = yaml("none", 0).replace("/password}", "/guessed}");

    assertFailedInOneLine(run(yaml), 1, "invalid credentials", "sasl.jaas.config");
    assertThat(run(yaml, "--stacktrace").err()).contains("\tat ");
  }

  @Test
  void aBrokerThatIsNotTrustedFailsAtOnce() throws Exception {
    String yaml =
        yaml("none", 0)
            .replace(
                broker.trustStore().toString(),
                SecureBroker.trustStoreOfAStranger(directory, STORE_PASSWORD).toString());

    assertFailedInOneLine(run(yaml), 1, "certificate", "ssl.truststore.location");
  }

  @Test
  void aTrustStoreThatIsNotThereIsABadConfiguration() throws Exception {
    String yaml = yaml("none", 0).replace(broker.trustStore().toString(), "/no/such/trust.p12");

    assertFailedInOneLine(run(yaml), 2, "kafka.properties", "there is no file /no/such/trust.p12");
  }

  @Test
  void aTrustStoreUnderAnotherPasswordIsABadConfiguration() throws Exception {
    String yaml = yaml("none", 0).replace("/store}", "/guessed}");

    assertFailedInOneLine(run(yaml), 2, "kafka.properties", "password was incorrect");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PLAINTEXT", "SASL_PLAINTEXT", "SSL"})
  void aClientThatDoesLessThanTheListenerDemandsIsToldSo(String protocol) throws Exception {
    String yaml = yaml("none", 0).replace("SASL_SSL", protocol + IMPATIENT);

    assertFailedInOneLine(run(yaml), 1, "security.protocol");
  }

  @Test
  void aClientThatDoesMoreThanTheListenerDemandsIsToldSo() throws Exception {
    try (EmbeddedBroker plain = EmbeddedBroker.start()) {
      String yaml = yaml("none", 0).replace(broker.bootstrapServers(), plain.bootstrapServers());

      assertFailedInOneLine(run(yaml), 1, "security.protocol");
    }
  }

  @Test
  void aUserWhoMayTooLittleIsToldWhatIsLacking() throws Exception {
    broker.createTopic("seen", 1, Map.of());
    broker.allow(USER, ResourceType.TOPIC, "seen", AclOperation.DESCRIBE);
    String yaml = yaml("lacking", 0).replace("[spans-lacking]", "[seen]\n  group-id: mine");

    CommandLineRun run = run(yaml, "--create-topics", "--until-now");

    assertFailedInOneLine(run, 1, "this user may not read topic seen, read group mine;");
  }

  @Test
  void aValueThatKafkaDoesNotTakeIsABadConfiguration() throws Exception {
    String yaml = yaml("none", 0).replace("PKCS12", "PKCS12\n    fetch.max.bytes: many");

    assertFailedInOneLine(run(yaml), 2, "kafka.properties: fetch.max.bytes: \"many\"");
  }

  private static void assertFailedInOneLine(CommandLineRun run, int status, String... says) {
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains(says);
    assertThat(run.status()).isEqualTo(status);
  }

  /** Requests of one service, a millisecond apart. */
  private static void send(String topic) throws Exception {
    broker.createTopic(topic, 2, Map.of("retention.ms", "-1"));
    TracemillConfig administrator =
        TracemillConfig.defaults()
            .with(Keys.KAFKA_BOOTSTRAP_SERVERS, broker.bootstrapServers())
            .with(Keys.KAFKA_PROPERTIES, broker.clientOfAdministrator());
    try (Producer<byte[], byte[]> producer =
        new KafkaClients(administrator)
            .producer(Map.of(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 1; i <= TRACES; i++) {
        Span.Builder span =
            span(i, 1, "GET /", 1000L * i, 1000L * i + 500).setKind(Span.SpanKind.SPAN_KIND_SERVER);
        byte[] request = request(resource(attributes("service.name", "shop"), span)).toByteArray();
        long millis = Requests.T0 / 1_000_000 + i;
        producer.send(new ProducerRecord<>(topic, i % 2, millis, null, request)).get();
      }
    }
  }

  private String yaml(String name, int webPort) {
    return """
        kafka:
          bootstrap-servers: "%s"
          topics: [spans-%s]
          start: earliest
          properties:
            security.protocol: SASL_SSL
            sasl.mechanism: SCRAM-SHA-512
            sasl.jaas.config: >-
              org.apache.kafka.common.security.scram.ScramLoginModule required
              username="tracemill" password="${file:%s}";
            ssl.truststore.location: "%s"
            ssl.truststore.password: "${file:%s}"
            ssl.truststore.type: PKCS12
        assembly: {quiet-period: 1s, root-grace: 0s, idle-flush: 1s}
        profiles: {window: 2s, slide: 1s}
        output: {prefix: tracemill.%s, traces: true}
        state: {directory: "%s"}
        flink: {rest.port: "%d", s3.secret-key: "${file:%s}"}
        """
        .formatted(
            broker.bootstrapServers(),
            name,
            secrets.resolve("password"),
            broker.trustStore(),
            secrets.resolve("store"),
            name,
            directory.resolve("state"),
            webPort,
            secrets.resolve("flink"));
  }

  private TracemillConfig load(String yaml) throws IOException {
    return ConfigFile.load(Files.writeString(directory.resolve("run.yaml"), yaml), Map.of());
  }

  private Map<String, String> clients(String yaml) throws IOException {
    return new KafkaClients(load(yaml)).settings();
  }

  private CommandLineRun run(String yaml, String... more) throws IOException {
    Path config = Files.writeString(directory.resolve("run.yaml"), yaml);
    List<String> arguments = new ArrayList<>(List.of("run", "--config", config.toString()));
    arguments.addAll(List.of(more));
    CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
    assertThat(run.out() + run.err()).doesNotContain(ANY_SECRET);
    return run;
  }

  /** What the web UI has to show of the cluster's configuration and of the job. */
  private static String servedByFlink(int port) throws Exception {
    String overview = get(port, "/jobs/overview");
    String job = new ObjectMapper().readTree(overview).at("/jobs/0/jid").asText();
    StringBuilder served = new StringBuilder(overview);
    for (String path : List.of("", "/config", "/plan", "/checkpoints/config", "/exceptions")) {
      served.append(get(port, "/jobs/" + job + path));
    }
    for (String path : List.of("/config", "/jobmanager/config", "/jobmanager/environment")) {
      served.append(get(port, path));
    }
    return served.toString();
  }

  private static String get(int port, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + port + path);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).as(path).isEqualTo(200);
    return response.body();
  }

  private static int unusedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
