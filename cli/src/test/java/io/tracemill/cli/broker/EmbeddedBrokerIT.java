package io.tracemill.cli.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class EmbeddedBrokerIT {
  @Test
  void aGroupConsumesWhatWasProduced() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      broker.createTopic("letters", 3, Map.of("retention.ms", "-1"));
      produce(broker, List.of("a", "b", "c"));
      assertThat(consume(broker, 3)).containsExactlyInAnyOrder("a", "b", "c");
    }
  }

  @Test
  void aTopicThatExistsIsRefusedByName() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      broker.createTopic("twice", 1, Map.of());
      assertThatThrownBy(() -> broker.createTopic("twice", 1, Map.of()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("twice");
    }
  }

  @Test
  void aTakenPortIsNamed() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      int port = taken.getLocalPort();
      assertThatThrownBy(() -> EmbeddedBroker.start(port))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(Integer.toString(port));
    }
  }

  @Test
  void theProcessSaysWhereItListensAndStopsWhenItsInputEnds() throws Exception {
    PipedOutputStream stop = new PipedOutputStream();
    PipedInputStream said = new PipedInputStream();
    PrintStream out = new PrintStream(new PipedOutputStream(said), true, UTF_8);
    CompletableFuture<Void> process = runAsync(new PipedInputStream(stop), out);

    String line = new BufferedReader(new InputStreamReader(said, UTF_8)).readLine();
    assertThat(line).matches("ready 127\\.0\\.0\\.1:\\d+");
    stop.close();

    assertThat(process).succeedsWithin(60, TimeUnit.SECONDS);
  }

  private static CompletableFuture<Void> runAsync(PipedInputStream in, PrintStream out) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            BrokerProcess.run(0, in, out);
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void produce(EmbeddedBroker broker, List<String> values) throws Exception {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrapServers());
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
      for (String value : values) {
        producer.send(new ProducerRecord<>("letters", value)).get();
      }
    }
  }

  private static List<String> consume(EmbeddedBroker broker, int count) {
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrapServers(),
            ConsumerConfig.GROUP_ID_CONFIG, "readers",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    List<String> values = new ArrayList<>();
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      consumer.subscribe(List.of("letters"));
      while (values.size() < count) {
        consumer.poll(Duration.ofSeconds(1)).forEach(record -> values.add(record.value()));
      }
    }
    return values;
  }
}
