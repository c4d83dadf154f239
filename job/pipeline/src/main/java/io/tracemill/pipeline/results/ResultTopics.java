package io.tracemill.pipeline.results;

import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * A reader of the job's output topics, for one thread. It joins no consumer group, commits nothing,
 * and reads only committed transactions.
 */
public final class ResultTopics implements AutoCloseable {
  /** Starts at the oldest record. */
  public static final long ALL = Long.MAX_VALUE;

  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Duration VISIBLE = Duration.ofSeconds(30);
  private static final Map<String, Object> OWN =
      Map.of(
          ConsumerConfig.CLIENT_ID_CONFIG,
          "tracemill-result-topics",
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_committed",
          // If retention deletes records before they are read, the reader continues with the rest.
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "earliest",
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          false);

  private final KafkaClients clients;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, ResultStream> streamByTopic = new LinkedHashMap<>();
  private Map<TopicPartition, Long> ends = Map.of();

  /**
   * A reader of the topics of these streams. It does not contact a broker yet.
   *
   * @throws io.tracemill.pipeline.config.ConfigException if {@code kafka.properties} are not valid,
   *     or no server's name can be resolved
   */
  public ResultTopics(TracemillConfig config, Set<ResultStream> streams) {
    this(config, streams, consumer(new KafkaClients(config), OWN));
  }

  ResultTopics(
      TracemillConfig config, Set<ResultStream> streams, Consumer<byte[], byte[]> consumer) {
    requireNonNull(config, "config");
    for (ResultStream stream : streams) {
      streamByTopic.put(stream.topic(config.get(Keys.OUTPUT_PREFIX)), stream);
    }
    clients = new KafkaClients(config);
    this.consumer = consumer;
  }

  private static Consumer<byte[], byte[]> consumer(
      KafkaClients clients, Map<String, Object> settings) {
    return clients.consumer(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Seeks back from the end of each partition. Waits for the topics: a broker can learn of a new
   * topic seconds after its creator.
   *
   * @param records how many: 0 for new records only, {@link #ALL} for all
   * @throws org.apache.kafka.common.errors.TimeoutException if a topic is still unknown after 30
   *     seconds
   */
  public void startBack(long records) {
    List<TopicPartition> partitions =
        streamByTopic.keySet().stream()
            .flatMap(topic -> awaitPartitions(topic).stream())
            .map(info -> new TopicPartition(info.topic(), info.partition()))
            .toList();
    consumer.assign(partitions);
    ends = consumer.endOffsets(partitions);
    consumer
        .beginningOffsets(partitions)
        .forEach(
            (partition, begin) ->
                consumer.seek(
                    partition, Math.max(begin, ends.getOrDefault(partition, begin) - records)));
  }

  private List<PartitionInfo> awaitPartitions(String topic) {
    long asked = System.nanoTime();
    List<PartitionInfo> partitions = consumer.partitionsFor(topic);
    while (partitions.isEmpty()) {
      if (System.nanoTime() - asked > VISIBLE.toNanos()) {
        throw new TimeoutException("topic %s does not exist".formatted(topic));
      }
      LockSupport.parkNanos(POLL.toNanos());
      partitions = consumer.partitionsFor(topic);
    }
    return partitions;
  }

  /**
   * Seeks each partition to its first record at or after this time, or to its end if it has none.
   * Skips topics that do not exist; {@link #addNew} looks for them again.
   *
   * @throws org.apache.kafka.common.KafkaException if no broker answers within 10 seconds, or the
   *     user may not read a topic
   */
  public void startAt(Instant from) {
    List<TopicPartition> partitions = existing();
    ends = consumer.endOffsets(partitions, ANSWER);
    Map<TopicPartition, OffsetAndTimestamp> firsts = firstsSince(partitions, from);
    consumer.assign(partitions);
    ends.forEach(
        (partition, end) -> {
          OffsetAndTimestamp first = firsts.get(partition);
          consumer.seek(partition, first == null ? end : first.offset());
        });
  }

  private Map<TopicPartition, OffsetAndTimestamp> firstsSince(
      List<TopicPartition> partitions, Instant from) {
    Map<TopicPartition, Long> wanted = new HashMap<>();
    partitions.forEach(partition -> wanted.put(partition, from.toEpochMilli()));
    return consumer.offsetsForTimes(wanted, ANSWER);
  }

  /**
   * Adds the partitions that were created since the start, from their first record. It calls a
   * broker each time, so it fails if no broker can be reached; {@link #poll} does not.
   *
   * @return whether it added any
   * @throws org.apache.kafka.common.KafkaException as {@link #startAt}
   */
  public boolean addNew() {
    Set<TopicPartition> read = consumer.assignment();
    List<TopicPartition> fresh =
        existing().stream().filter(partition -> !read.contains(partition)).toList();
    if (fresh.isEmpty()) {
      return false;
    }
    Map<TopicPartition, Long> begins = consumer.beginningOffsets(fresh, ANSWER);
    Map<TopicPartition, Long> allEnds = new HashMap<>(ends);
    allEnds.putAll(consumer.endOffsets(fresh, ANSWER));
    Set<TopicPartition> all = new HashSet<>(read);
    all.addAll(fresh);
    consumer.assign(all);
    begins.forEach(consumer::seek);
    ends = allEnds;
    return true;
  }

  private List<TopicPartition> existing() {
    Map<String, List<PartitionInfo>> topics = consumer.listTopics(ANSWER);
    return streamByTopic.keySet().stream()
        .flatMap(topic -> topics.getOrDefault(topic, List.of()).stream())
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /** The topics that do not exist, as of the start or the last {@link #addNew}. */
  public Set<String> missing() {
    Set<String> missing = new LinkedHashSet<>(streamByTopic.keySet());
    consumer.assignment().forEach(partition -> missing.remove(partition.topic()));
    return missing;
  }

  /** The next records, by timestamp; empty if none arrives within a quarter of a second. */
  public List<PublishedRecord> poll() {
    List<PublishedRecord> results = new ArrayList<>();
    if (consumer.assignment().isEmpty()) {
      // Without partitions, Kafka's poll fails instead of waiting.
      LockSupport.parkNanos(POLL.toNanos());
      return results;
    }
    for (ConsumerRecord<byte[], byte[]> result : consumer.poll(POLL)) {
      ResultStream stream = streamByTopic.get(result.topic());
      // Compaction and deletions leave records without a value.
      if (stream != null && result.value() != null) {
        results.add(new PublishedRecord(stream, result));
      }
    }
    results.sort(Comparator.comparingLong(result -> result.source().timestamp()));
    return results;
  }

  /**
   * Moves the end that {@link #caughtUp} waits for to the current end, uncommitted records
   * included. Their writer learns of its commit before readers see it.
   */
  public void extendToNow() {
    Map<String, Object> settings = new HashMap<>(OWN);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    try (Consumer<byte[], byte[]> all = consumer(clients, settings)) {
      ends = all.endOffsets(ends.keySet());
    }
  }

  /**
   * Whether all records up to the end have been polled: the end at the start, or at the last {@link
   * #extendToNow}.
   */
  public boolean caughtUp() {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Makes another thread's poll throw {@code WakeupException}. */
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
