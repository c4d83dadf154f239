package io.tracemill.bench.endtoend;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.cli.broker.BrokerProcess;
import io.tracemill.connectors.output.ResultStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A Kafka broker in a process of its own, which ends, and removes its files, with this. */
final class Broker implements AutoCloseable {
  private static final short ONE_COPY = 1;

  private final Process process;
  private final String bootstrapServers;

  private Broker(Process process, String bootstrapServers) {
    this.process = process;
    this.bootstrapServers = bootstrapServers;
  }

  static Broker start(String heap) throws IOException {
    Process process =
        Child.of(BrokerProcess.class.getName(), List.of("-Xmx" + heap, "-Xms" + heap)).start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String line = said.readLine();
    if (line == null || !line.startsWith(BrokerProcess.READY)) {
      Child.stop(process);
      throw new IOException("the broker did not start; it said: " + line);
    }
    return new Broker(process, line.substring(BrokerProcess.READY.length()));
  }

  String bootstrapServers() {
    return bootstrapServers;
  }

  long pid() {
    return process.pid();
  }

  /**
   * Creates the topic {@code input}, to be read, and those of the results for each of the prefixes.
   */
  void createTopics(String input, int partitions, List<String> prefixes)
      throws ExecutionException, InterruptedException {
    // Timestamps are the workload's, long ago.
    Map<String, String> forever = Map.of("retention.ms", "-1", "compression.type", "producer");
    List<NewTopic> topics = new ArrayList<>();
    topics.add(new NewTopic(input, partitions, ONE_COPY).configs(forever));
    for (String prefix : prefixes) {
      for (ResultStream stream : ResultStream.values()) {
        topics.add(new NewTopic(stream.topic(prefix), 2, ONE_COPY).configs(forever));
      }
    }
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      admin.createTopics(topics).all().get();
    }
  }

  @Override
  public void close() throws IOException {
    // The end of its input tells it to stop; it takes a while to remove its files.
    process.getOutputStream().close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
