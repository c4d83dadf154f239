package io.tracemill.cli.sample;

import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads the newest records of partitions, as many of each, without a consumer group. It holds one
 * fetch at a time, and ends with {@link #MAX_RECORDS} records, about {@link #MAX_BYTES}, or when
 * its time is up.
 */
public final class SampleReader implements AutoCloseable {
  /** Records of all partitions. */
  public static final int MAX_RECORDS = 20_000;

  /** Bytes of their values, roughly: what is decoded of them is held in memory. */
  public static final long MAX_BYTES = 64L << 20;

  /** Where records turn out to be larger than was thought. */
  private static final long MOST_BYTES = 2 * MAX_BYTES;

  private static final Duration MAX_TIME = Duration.ofSeconds(25);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final int FETCH_BYTES = 8 << 20;

  /** Takes the records, those of a partition in order. */
  public interface Taker {
    void take(ConsumerRecord<byte[], byte[]> record);
  }

  private final Consumer<byte[], byte[]> consumer;

  /** Opens a consumer of its own. */
  public SampleReader(KafkaClients clients) {
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

  SampleReader(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * Reads from {@code partitions}, each with the offsets between which it holds records.
   *
   * @param meanBytes of a record, to know before how many fit
   */
  public PartsRead read(List<OffsetRange> partitions, long meanBytes, Taker taker) {
    Map<TopicPartition, Long> left = new HashMap<>();
    Set<TopicPartition> older = new HashSet<>();
    long share = share(partitions.size(), meanBytes);
    consumer.assign(partitions.stream().map(OffsetRange::partition).toList());
    for (OffsetRange range : partitions) {
      long from = Math.max(range.begin(), range.end() - share);
      consumer.seek(range.partition(), from);
      left.put(range.partition(), range.end());
      if (from > 0) {
        older.add(range.partition());
      }
    }
    poll(left, taker);
    return new PartsRead(older, left.keySet());
  }

  /** How many records of each partition. */
  static long share(int partitions, long meanBytes) {
    long fit = Math.min(MAX_RECORDS, MAX_BYTES / Math.max(1, meanBytes));
    return Math.max(1, fit / Math.max(1, partitions));
  }

  /** Leaves in {@code left} those partitions whose end was not reached. */
  private void poll(Map<TopicPartition, Long> left, Taker taker) {
    long until = System.nanoTime() + MAX_TIME.toNanos();
    long bytes = 0;
    while (!left.isEmpty() && bytes < MOST_BYTES && System.nanoTime() < until) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        if (record.offset() < left.getOrDefault(partition, 0L)) {
          bytes += record.serializedValueSize();
          taker.take(record);
        }
      }
      Set<TopicPartition> done = new HashSet<>();
      left.forEach(
          (partition, end) -> {
            if (consumer.position(partition) >= end) {
              done.add(partition);
            }
          });
      consumer.pause(done);
      left.keySet().removeAll(done);
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
