package io.tracemill.cli.broker;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.flink.util.FileUtils;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker of one node inside this JVM. It is reachable on loopback from the moment {@code
 * start} returns until {@link #close}, which also removes everything it stored.
 *
 * <p>It takes a few seconds to start and about 30 MB of heap. Several can run at once.
 */
public final class EmbeddedBroker implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final Path directory;
  private final KafkaRaftServer server;
  private final String bootstrapServers;
  private final BrokerSecurity security;
  private boolean closed;

  private EmbeddedBroker(
      Path directory, KafkaRaftServer server, String bootstrapServers, BrokerSecurity security) {
    this.directory = directory;
    this.server = server;
    this.bootstrapServers = bootstrapServers;
    this.security = security;
  }

  /**
   * Starts a broker on a free port.
   *
   * @throws IOException when it can't store or can't listen
   */
  public static EmbeddedBroker start() throws IOException {
    return start(0, BrokerSecurity.NONE);
  }

  /**
   * Starts a broker on {@code port}, or on a free port if it is 0.
   *
   * @throws IOException when it can't store, or the port is taken
   */
  public static EmbeddedBroker start(int port) throws IOException {
    return start(port, BrokerSecurity.NONE);
  }

  /** Starts a broker with this security. */
  static EmbeddedBroker start(int port, BrokerSecurity security) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(LOOPBACK);
    int brokerPort;
    int controllerPort;
    // Both are open at the same time, so the two free ports differ.
    try (ServerSocket broker = new ServerSocket(port, 1, loopback);
        ServerSocket controller = new ServerSocket(0, 1, loopback)) {
      brokerPort = broker.getLocalPort();
      controllerPort = controller.getLocalPort();
    } catch (IOException e) {
      throw new IOException("Port %d of %s can't be used".formatted(port, BrokerSettings.HOST), e);
    }
    Path directory = Files.createTempDirectory("tracemill-kafka-");
    try {
      format(directory, security);
      Properties settings = BrokerSettings.of(directory, brokerPort, controllerPort, security);
      return new EmbeddedBroker(
          directory, server(settings), BrokerSettings.HOST + ":" + brokerPort, security);
    } catch (Exception e) {
      FileUtils.deleteDirectory(directory.toFile());
      throw new IOException("Kafka did not start on port " + brokerPort, e);
    }
  }

  private static KafkaRaftServer server(Properties settings) {
    KafkaRaftServer server =
        new KafkaRaftServer(KafkaConfig.fromProps(settings, /* doLog= */ false), Time.SYSTEM);
    try {
      server.startup();
    } catch (RuntimeException e) {
      server.shutdown();
      throw e;
    }
    return server;
  }

  static void format(Path directory, BrokerSecurity security) throws Exception {
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(BrokerSettings.NODE_ID)
        .setClusterId(Uuid.randomUuid().toString())
        .addDirectory(directory.toString())
        .setMetadataLogDirectory(directory.toString())
        .setControllerListenerName(BrokerSettings.CONTROLLER_LISTENER)
        .setScramArguments(security.users())
        .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
        .run();
  }

  /** Client properties with all permissions. */
  Admin admin() {
    return Admin.create(administrator());
  }

  private Map<String, Object> administrator() {
    Map<String, Object> settings = new HashMap<>(security.administrator());
    settings.put("bootstrap.servers", bootstrapServers);
    return settings;
  }

  /** Host and port, as clients take it. */
  public String bootstrapServers() {
    return bootstrapServers;
  }

  /**
   * Creates a topic with the given configuration and waits until its partitions have leaders.
   * Without the wait, the broker could accept a producer's second batch before its first, which
   * would then be refused forever.
   *
   * @throws IllegalStateException when the broker refuses, with its reason
   */
  public void createTopic(String name, int partitions, Map<String, String> configs) {
    requireNonNull(name, "name");
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(Map.copyOf(configs));
    try (Admin admin = admin()) {
      admin.createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Topic %s: %s".formatted(name, e.getCause()), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while creating topic " + name, e);
    }
    awaitLeaders(administrator(), name, partitions);
  }

  static void awaitLeaders(Map<String, Object> client, String topic, int partitions) {
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      consumer.endOffsets(
          IntStream.range(0, partitions)
              .mapToObj(partition -> new TopicPartition(topic, partition))
              .toList());
    }
  }

  /** Stops the broker and removes its files; a second call does nothing. */
  @Override
  public synchronized void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    server.shutdown();
    server.awaitShutdown();
    // The broker removes temporary files itself while it stops.
    FileUtils.deleteDirectory(directory.toFile());
  }
}
