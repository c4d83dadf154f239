package io.tracemill.bench.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.cli.broker.BrokerProcess;
import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A broker in a process of its own, whose topics keep no more than the last of what they get. */
final class SoakBroker implements AutoCloseable {
  private static final short ONE_COPY = 1;
  private static final Map<String, String> UNTIL_READ = lastBytes(500_000_000);
  private static final Map<String, String> LAST_RESULTS = lastBytes(100_000_000);

  private final Process process;
  private final String bootstrapServers;

  private SoakBroker(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  /** Starts it with the topics of a job of that name, which reads the topic of that name. */
  static SoakBroker start(String name, int partitions) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                BrokerProcess.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String line =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
    if (line == null || !line.startsWith(BrokerProcess.READY)) {
      process.destroy();
      throw new IOException("the broker did not start; it said: " + line);
    }
    SoakBroker broker = new SoakBroker(process, line.substring(BrokerProcess.READY.length()));
    broker.createTopics(name, partitions);
    return broker;
  }

  /** Of each partition the last bytes only, whatever its timestamps, which are of long ago. */
  private static Map<String, String> lastBytes(long bytes) {
    return Map.of(
        "retention.bytes",
        Long.toString(bytes),
        "retention.ms",
        "-1",
        "segment.bytes",
        Long.toString(bytes / 5),
        "file.delete.delay.ms",
        "1000",
        "message.timestamp.after.max.ms",
        Long.toString(Long.MAX_VALUE));
  }

  private void createTopics(String name, int partitions) throws Exception {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(new NewTopic(name, partitions, ONE_COPY).configs(UNTIL_READ));
    for (ResultStream stream : ResultStream.values()) {
      topics.add(new NewTopic(stream.topic(name), 1, ONE_COPY).configs(LAST_RESULTS));
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(topics).all().get();
    }
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    // The end of its input tells it to stop; it removes its files itself.
    process.getOutputStream().close();
    process.waitFor();
  }
}
