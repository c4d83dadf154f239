package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the first records in topics, evenly from their partitions, without changing any consumer
 * group. Throws Kafka's exceptions when the broker does not answer within {@link #TIMEOUT}.
 */
public final class TopicSampler implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long SILENT_POLLS = TIMEOUT.dividedBy(POLL);

  /**
   * The most bytes of a topic in memory at once: its first records may all have the maximum size.
   */
  private static final int FETCH_BYTES = 8 << 20;

  /** Takes the records one by one. */
  public interface Taker {
    void take(ConsumerRecord<byte[], byte[]> record);
  }

  private final Consumer<byte[], byte[]> consumer;

  /** Opens its own consumer. */
  public TopicSampler(KafkaClients clients) {
    this(
        clients.consumer(
            Map.of(
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                "earliest",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                FETCH_BYTES),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer()));
  }

  TopicSampler(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /** Passes {@code most} records of the topic to {@code taker}, or all if there are fewer now. */
  public void sample(String topic, int most, Taker taker) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, TIMEOUT).stream()
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    Map<TopicPartition, Long> held = new HashMap<>(consumer.endOffsets(partitions, TIMEOUT));
    consumer
        .beginningOffsets(partitions, TIMEOUT)
        .forEach((partition, begin) -> held.merge(partition, -begin, Long::sum));
    Map<TopicPartition, Integer> shares = shares(held, most);
    consumer.assign(shares.keySet());
    consumer.seekToBeginning(shares.keySet());
    read(shares, taker);
  }

  /** The number of records from each partition; if some have fewer, others contribute more. */
  static Map<TopicPartition, Integer> shares(Map<TopicPartition, Long> held, int most) {
    List<TopicPartition> smallestFirst =
        held.keySet().stream()
            .sorted(
                Comparator.<TopicPartition>comparingLong(held::get)
                    .thenComparingInt(TopicPartition::partition))
            .toList();
    Map<TopicPartition, Integer> shares = new HashMap<>();
    int left = most;
    int others = smallestFirst.size();
    for (TopicPartition partition : smallestFirst) {
      int even = (left + others - 1) / others;
      others--;
      int share = (int) Math.min(held.getOrDefault(partition, 0L), even);
      if (share > 0) {
        shares.put(partition, share);
        left -= share;
      }
    }
    return shares;
  }

  private void read(Map<TopicPartition, Integer> shares, Taker taker) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(shares.keySet(), TIMEOUT);
    Map<TopicPartition, Integer> left = new HashMap<>(shares);
    int silent = 0;
    while (!left.isEmpty()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (left.merge(partition, -1, Integer::sum) >= 0) {
          taker.take(record);
        }
      }
      // After transactions and compaction, a partition may have fewer records than offsets.
      left.entrySet()
          .removeIf(
              share ->
                  share.getValue() <= 0
                      || consumer.position(share.getKey(), TIMEOUT)
                          >= ends.getOrDefault(share.getKey(), 0L));
      consumer.assign(left.keySet());
      silent = records.isEmpty() ? silent + 1 : 0;
      if (silent > SILENT_POLLS) {
        throw new TimeoutException("%s sent nothing for %s".formatted(left.keySet(), TIMEOUT));
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
