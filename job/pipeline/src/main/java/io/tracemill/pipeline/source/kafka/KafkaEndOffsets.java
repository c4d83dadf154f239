package io.tracemill.pipeline.source.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Puts the question to a broker with a consumer of its own, on a thread of its own. Both live for
 * one question: nothing tells a watermark generator that its job has ended.
 */
final class KafkaEndOffsets implements EndOffsets {
  private static final long serialVersionUID = 1;

  private final Map<String, String> clients;
  private final TopicSelection topics;
  private final boolean followCommits;

  /**
   * What to ask with.
   *
   * @param clients properties of the job's consumers, with addresses and group
   * @param followCommits whether partitions of other subtasks are consumed as far as the group has
   *     committed; otherwise they are not asked about
   */
  KafkaEndOffsets(Map<String, String> clients, TopicSelection topics, boolean followCommits) {
    this.clients = new HashMap<>(clients);
    this.topics = topics;
    this.followCommits = followCommits;
  }

  @Override
  public CompletableFuture<Boolean> reached(Map<TopicPartition, Long> next) {
    CompletableFuture<Boolean> answer = new CompletableFuture<>();
    Thread thread = new Thread(() -> ask(next, answer), "tracemill-end-offsets");
    thread.setDaemon(true);
    thread.start();
    return answer;
  }

  private void ask(Map<TopicPartition, Long> next, CompletableFuture<Boolean> answer) {
    try (var consumer = new KafkaConsumer<byte[], byte[]>(properties())) {
      answer.complete(new ConsumptionCheck(consumer, topics, followCommits).allConsumed(next));
    } catch (RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  private Map<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>(clients);
    properties.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
    properties.remove(ConsumerConfig.CLIENT_ID_CONFIG);
    properties.keySet().removeIf(KafkaEndOffsets::isFlinks);
    properties.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    properties.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    properties.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // What was read may be deleted since: then what is left begins at the end.
    properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    properties.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1024);
    return properties;
  }

  private static boolean isFlinks(String key) {
    return key.equals(KafkaSourceOptions.CLIENT_ID_PREFIX.key())
        || key.equals(KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key())
        || key.equals(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key())
        || key.equals(KafkaSourceOptions.REGISTER_KAFKA_CONSUMER_METRICS.key());
  }
}
