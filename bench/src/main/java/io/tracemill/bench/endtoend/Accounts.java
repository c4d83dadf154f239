package io.tracemill.bench.endtoend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What the job says became of what it read: its latest account of itself, which is cumulative. */
record Accounts(JsonNode job) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration POLL = Duration.ofMillis(200);
  private static final List<String> ENDS =
      List.of("used", "late", "duplicate", "clash", "capped", "open");

  /** Reads the topic of the accounts to its end. */
  static Accounts read(String bootstrapServers, String topic) throws IOException {
    JsonNode latest = JSON.createObjectNode();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", bootstrapServers),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      while (partitions.stream()
          .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          latest = later(latest, JSON.readTree(record.value()));
        }
      }
    }
    return new Accounts(latest);
  }

  private static JsonNode later(JsonNode known, JsonNode read) {
    boolean later =
        read.path("scope").asText().equals("job")
            && read.path("window").path("endMillis").asLong()
                >= known.path("window").path("endMillis").asLong();
    return later ? read : known;
  }

  /**
   * What is wrong with them, if all of the topic should be in complete traces; empty if nothing.
   */
  String complaint(Topic topic) {
    JsonNode spans = job.path("spans");
    long sum = ENDS.stream().mapToLong(end -> spans.path(end).asLong()).sum();
    for (JsonNode rejected : spans.path("rejected")) {
      sum += rejected.asLong();
    }
    if (spans.path("decoded").asLong() != sum) {
      return "the accounts do not add up: " + job;
    }
    boolean all =
        spans.path("used").asLong() == topic.spans()
            && job.path("records").path("decoded").asLong() == topic.records()
            && job.path("traces").path("incomplete").asLong() == 0;
    return all ? "" : "not all %s were used in complete traces: %s".formatted(topic, job);
  }
}
