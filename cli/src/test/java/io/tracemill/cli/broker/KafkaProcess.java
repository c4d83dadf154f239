package io.tracemill.cli.broker;

import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.process.JavaProcess;
import io.tracemill.cli.process.Patience;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.Kafka;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * Kafka's own program in a process of its own, whose files outlive it: it can be killed and started
 * again at the same address. A second listener is known to clients under the port of a proxy.
 */
public final class KafkaProcess implements AutoCloseable {
  private static final String LOOPBACK = BrokerSettings.HOST;

  private final Path home;
  private final int port;
  private JavaProcess process;

  private KafkaProcess(Path home, int port) throws IOException {
    this.home = home;
    this.port = port;
    this.process = launch();
  }

  /**
   * Starts it; done when it answers.
   *
   * @param home of its files and its log
   * @param farPort where it listens to those who come by a proxy
   * @param proxyPort what these are told to come to
   */
  public static KafkaProcess start(Path home, int farPort, int proxyPort) throws Exception {
    List<Integer> ports = FreePorts.find(2);
    Path data = Files.createDirectories(home.resolve("kafka"));
    EmbeddedBroker.format(data, BrokerSecurity.NONE);
    Properties settings =
        BrokerSettings.of(
            data, ports.get(0), ports.get(1), twoListeners(ports, farPort, proxyPort));
    try (Writer file = Files.newBufferedWriter(home.resolve("kafka.properties"))) {
      settings.store(file, null);
    }
    KafkaProcess kafka = new KafkaProcess(home, ports.get(0));
    kafka.awaitAnswer();
    return kafka;
  }

  private static BrokerSecurity twoListeners(List<Integer> ports, int farPort, int proxyPort) {
    Map<String, String> listeners =
        Map.of(
            "listener.security.protocol.map",
            "BROKER:PLAINTEXT,FAR:PLAINTEXT,CONTROLLER:PLAINTEXT",
            "listeners",
            "BROKER://%s:%d,CONTROLLER://%s:%d,FAR://%s:%d"
                .formatted(LOOPBACK, ports.get(0), LOOPBACK, ports.get(1), LOOPBACK, farPort),
            "advertised.listeners",
            "BROKER://%s:%d,FAR://%s:%d".formatted(LOOPBACK, ports.get(0), LOOPBACK, proxyPort));
    return new BrokerSecurity("PLAINTEXT", listeners, List.of(), Map.of());
  }

  private JavaProcess launch() throws IOException {
    return JavaProcess.start(
        home.resolve("kafka.log"),
        List.of(
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Dlog4j2.level=WARN",
            "-cp",
            System.getProperty("java.class.path"),
            Kafka.class.getName(),
            home.resolve("kafka.properties").toString()),
        Map.of());
  }

  private void awaitAnswer() {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Patience.until("Kafka answers", () -> !admin.describeCluster().nodes().get().isEmpty());
    }
  }

  /** As {@code kill -9} does. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  /** Starts it again on the files that it left; done when it answers. */
  public void startAgain() throws IOException {
    process = launch();
    awaitAnswer();
  }

  /** Creates a topic that takes and keeps records of any time; done when it can be written to. */
  public void createTopic(String name, int partitions) throws Exception {
    Map<String, String> anyTime =
        Map.of(
            "retention.ms", "-1", "message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(anyTime);
      admin.createTopics(List.of(topic)).all().get();
    }
    EmbeddedBroker.awaitLeaders(Map.of("bootstrap.servers", bootstrapServers()), name, partitions);
  }

  /** Host and port for clients that reach it directly. */
  public String bootstrapServers() {
    return LOOPBACK + ":" + port;
  }

  /** The last that it said. */
  public String tail() throws IOException {
    return process.tail();
  }

  @Override
  public void close() throws InterruptedException {
    process.close();
  }
}
