package io.tracemill.cli.run;

import io.tracemill.cli.broker.SecureBroker;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A Kafka that demands TLS, SASL and permission, and configurations of a job that has all three.
 * Every secret of theirs contains {@link #ANY_SECRET}.
 */
public final class SecureKafka implements AutoCloseable {
  public static final String USER = "tracemill";
  static final String ANY_SECRET = "pass-word";
  static final String STORE_PASSWORD = "pass-word-of-the-store";

  /** Requests in each topic that {@link #send} fills. */
  static final int TRACES = 20;

  private static final long MILLIS = 1_700_000_000_000L;

  private static final String PASSWORD = "pass-word-of-the-job";

  private final SecureBroker broker;
  private final Path secrets;

  private SecureKafka(SecureBroker broker, Path secrets) {
    this.broker = broker;
    this.secrets = secrets;
  }

  /**
   * Starts it, with a user for the job.
   *
   * @param secrets where the files with secrets are made: {@code password}, {@code store}, {@code
   *     flink}, and one that is wrong, {@code guessed}
   */
  public static SecureKafka start(Path secrets) throws Exception {
    SecureBroker broker = SecureBroker.start(secrets, STORE_PASSWORD);
    broker.addUser(USER, PASSWORD);
    // What docs/operations.md says that every job needs, and nothing more.
    broker.allow(USER, ResourceType.TOPIC, "spans-", AclOperation.READ);
    broker.allow(USER, ResourceType.TOPIC, "tracemill.", AclOperation.WRITE, AclOperation.CREATE);
    broker.allow(USER, ResourceType.GROUP, "tracemill", AclOperation.READ);
    Map<String, String> values =
        Map.of(
            "password",
            PASSWORD,
            "guessed",
            "pass-word-that-is-guessed",
            "store",
            STORE_PASSWORD,
            "flink",
            "pass-word-for-flink");
    for (Map.Entry<String, String> secret : values.entrySet()) {
      Files.writeString(secrets.resolve(secret.getKey()), secret.getValue() + "\n");
    }
    return new SecureKafka(broker, secrets);
  }

  public SecureBroker broker() {
    return broker;
  }

  /** Lets the user read the results of the job that {@link #yaml} names so. */
  void allowReading(String name) {
    broker.allow(USER, ResourceType.TOPIC, "tracemill." + name + ".", AclOperation.READ);
  }

  /** Clients that may do everything. */
  KafkaClients administrator() {
    return new KafkaClients(
        TracemillConfig.defaults()
            .with(Keys.KAFKA_BOOTSTRAP_SERVERS, broker.bootstrapServers())
            .with(Keys.KAFKA_PROPERTIES, broker.clientOfAdministrator()));
  }

  /** A topic with requests of one service, a millisecond apart. */
  public void send(String topic) throws Exception {
    broker.createTopic(topic, 2, Map.of("retention.ms", "-1"));
    try (Producer<byte[], byte[]> producer =
        administrator().producer(Map.of(), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (int i = 1; i <= TRACES; i++) {
        long millis = MILLIS + i;
        producer
            .send(new ProducerRecord<>(topic, i % 2, millis, null, OneSpan.proto(i, millis)))
            .get();
      }
    }
  }

  /**
   * A job from {@code spans-<name>} to {@code tracemill.<name>.<stream>.v1}.
   *
   * @param directory for its checkpoints
   * @param webPort of Flink's web UI, 0 for any
   */
  public String yaml(String name, Path directory, int webPort) {
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
        pane: 1s
        profiles: {window: 2s, slide: 1s}
        output: {prefix: tracemill.%s, traces: true}
        store: {path: "target/stores/SecureKafka"}
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

  @Override
  public void close() throws IOException {
    broker.close();
  }
}
