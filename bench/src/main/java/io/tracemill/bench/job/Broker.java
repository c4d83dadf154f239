package io.tracemill.bench.job;

import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A Kafka broker in its own process. Closing it ends the process, which removes its files. */
final class Broker implements AutoCloseable {
  /** Keeps all records of a topic, although their timestamps are long past. */
  static final Map<String, String> ALL =
      Map.of("retention.ms", "-1", "compression.type", "producer");

  private static final short ONE_COPY = 1;

  private final Process process;
  private final String bootstrapServers;

  private Broker(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  static Broker start() throws IOException {
    Process process = JobProcess.java(BrokerProcess.class, List.of("-Xmx1g", "-Xms1g")).start();
    BufferedReader said = process.inputReader();
    String line = said.readLine();
    if (line == null || !line.startsWith(BrokerProcess.READY)) {
      process.destroy();
      throw new IOException("the broker did not start; it said: " + line);
    }
    return new Broker(process, line.substring(BrokerProcess.READY.length()));
  }

  /** Keeps only the last {@code bytes} of each partition, regardless of timestamps. */
  static Map<String, String> last(long bytes) {
    Map<String, String> settings = new HashMap<>(ALL);
    settings.put("retention.bytes", Long.toString(bytes));
    settings.put("segment.bytes", Long.toString(bytes / 5));
    settings.put("file.delete.delay.ms", "1000");
    settings.put("message.timestamp.after.max.ms", Long.toString(Long.MAX_VALUE));
    return settings;
  }

  /** Creates the input topic, and the output topics of each stage. */
  void createTopics(Map<String, String> settings, List<Stage> stages)
      throws ExecutionException, InterruptedException {
    List<NewTopic> topics = new ArrayList<>();
    topics.add(new NewTopic(Settings.TOPIC, Settings.PARTITIONS, ONE_COPY).configs(settings));
    for (Stage stage : stages) {
      for (ResultStream stream : ResultStream.values()) {
        topics.add(new NewTopic(stream.topic(stage.prefix()), 2, ONE_COPY).configs(settings));
      }
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(topics).all().get();
    }
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  long cpuNanos() {
    return JobProcess.cpuNanos(process);
  }

  @Override
  public void close() throws IOException {
    // The end of its input tells it to stop; removing its files takes a while.
    process.getOutputStream().close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
