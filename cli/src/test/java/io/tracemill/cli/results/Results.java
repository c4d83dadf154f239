package io.tracemill.cli.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The records of a stream, from a file or a topic. */
public final class Results {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Results() {}

  /** The records in {@code <directory>/<stream>.jsonl}. */
  public static List<JsonNode> inFile(Path directory, ResultStream stream) throws IOException {
    List<JsonNode> records = new ArrayList<>();
    try (Stream<String> lines = Files.lines(directory.resolve(stream.label() + ".jsonl"))) {
      for (String line : (Iterable<String>) lines::iterator) {
        records.add(JSON.readTree(line));
      }
    }
    return records;
  }

  /** What the topic of a stream holds now; of records with the same key the newest. */
  public static List<JsonNode> inTopic(String bootstrapServers, ResultStream stream)
      throws IOException {
    Map<String, JsonNode> byKey = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        recordsIn(bootstrapServers, stream.topic("tracemill"))) {
      byKey.put(new String(record.key(), StandardCharsets.UTF_8), JSON.readTree(record.value()));
    }
    return List.copyOf(byKey.values());
  }

  /** All records of a topic up to its end. */
  public static List<ConsumerRecord<byte[], byte[]>> recordsIn(
      String bootstrapServers, String topic) {
    return recordsIn(Map.of("bootstrap.servers", bootstrapServers), topic);
  }

  /** All records of a topic up to its end, for a client with these settings. */
  public static List<ConsumerRecord<byte[], byte[]>> recordsIn(
      Map<String, String> client, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    forEach(client, topic, records::add);
    return records;
  }

  /**
   * All records of a topic whose writer has ended well: who commits a transaction hears so before
   * its records can be read, so this waits for all that is written.
   */
  public static List<ConsumerRecord<byte[], byte[]>> recordsOfEndedJob(
      Map<String, String> client, String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    forEach(client, topic, "read_uncommitted", records::add);
    return records;
  }

  /** Hands over each record of a topic up to its end, keeping none. */
  public static void forEach(
      Map<String, String> client, String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    forEach(client, topic, "read_committed", reader);
  }

  private static void forEach(
      Map<String, String> client,
      String topic,
      String endIsolation,
      Consumer<ConsumerRecord<byte[], byte[]>> reader) {
    try (KafkaConsumer<byte[], byte[]> consumer = oldest(client, topic, "read_committed");
        KafkaConsumer<byte[], byte[]> ending = consumer(client, endIsolation)) {
      Set<TopicPartition> partitions = consumer.assignment();
      Map<TopicPartition, Long> ends = ending.endOffsets(partitions);
      while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
        consumer.poll(Duration.ofMillis(200)).forEach(reader);
      }
    }
  }

  /**
   * Who reads all of a topic, from its oldest record on.
   *
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  public static KafkaConsumer<byte[], byte[]> oldest(
      Map<String, String> client, String topic, String isolation) {
    KafkaConsumer<byte[], byte[]> consumer = consumer(client, isolation);
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    return consumer;
  }

  private static KafkaConsumer<byte[], byte[]> consumer(
      Map<String, String> client, String isolation) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.put("isolation.level", isolation);
    return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** The accounts of the job in its newest quality record. */
  public static JsonNode accounts(List<JsonNode> quality) {
    JsonNode newest = JSON.createObjectNode();
    for (JsonNode record : quality) {
      if (record.path("scope").asText().equals("job")
          && record.path("window").path("endMillis").asLong()
              >= newest.path("window").path("endMillis").asLong()) {
        newest = record;
      }
    }
    return newest;
  }

  /** Spans that the accounts say something of; all that were decoded, if the accounts are right. */
  public static long accountedSpans(JsonNode accounts) {
    JsonNode spans = accounts.path("spans");
    long sum = 0;
    for (String account : List.of("used", "late", "duplicate", "clash", "capped", "open")) {
      sum += spans.path(account).asLong();
    }
    for (JsonNode rejected : spans.path("rejected")) {
      sum += rejected.asLong();
    }
    return sum;
  }

  /** Records by what makes them one of a kind: trace and span, or endpoint and window. */
  public static Map<String, JsonNode> byIdentity(List<JsonNode> records) {
    Map<String, JsonNode> byIdentity = new TreeMap<>();
    for (JsonNode record : records) {
      String identity =
          record.has("traceId")
              ? record.path("traceId").asText() + record.path("spanId").asText()
              : record.path("endpoint").toString() + record.path("window");
      byIdentity.put(identity, record);
    }
    return byIdentity;
  }
}
