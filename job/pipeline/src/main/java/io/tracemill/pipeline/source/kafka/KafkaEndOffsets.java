package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.util.function.SerializableSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a broker with its own consumer on its own thread.
 *
 * <p>A watermark generator is not told when its job ends. So both end by themselves after {@value
 * #KEPT_SECONDS} s without a question.
 */
final class KafkaEndOffsets implements IdleFlush.EndOffsets {
  private static final long serialVersionUID = 1;
  private static final int KEPT_SECONDS = 20;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLLS = 10;

  private final SerializableSupplier<Consumer<byte[], byte[]>> connect;
  private final TopicSelection topics;
  private final boolean followCommits;

  private transient @Nullable Executor thread;

  /** Used by one thread at a time, under this object's lock. */
  private transient @Nullable Consumer<byte[], byte[]> consumer;

  /**
   * An instance that has no consumer and no thread yet.
   *
   * @param followCommits whether the group's commits tell how far the partitions of other subtasks
   *     are consumed; otherwise it ignores these partitions
   */
  KafkaEndOffsets(TracemillConfig config, TopicSelection topics, boolean followCommits) {
    this(() -> connect(config), topics, followCommits);
  }

  KafkaEndOffsets(
      SerializableSupplier<Consumer<byte[], byte[]>> connect,
      TopicSelection topics,
      boolean followCommits) {
    this.connect = connect;
    this.topics = topics;
    this.followCommits = followCommits;
  }

  @Override
  public CompletableFuture<Boolean> reached(Map<TopicPartition, Long> next) {
    if (thread == null) {
      thread = newThread();
    }
    return CompletableFuture.supplyAsync(() -> ask(next), thread);
  }

  private Executor newThread() {
    ThreadPoolExecutor single =
        new ThreadPoolExecutor(
            1, 1, KEPT_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::daemon);
    single.allowCoreThreadTimeOut(true);
    return single;
  }

  private Thread daemon(Runnable questions) {
    Thread daemon =
        new Thread(
            () -> {
              try {
                questions.run();
              } finally {
                disconnect();
              }
            },
            "tracemill-end-offsets");
    daemon.setDaemon(true);
    return daemon;
  }

  private synchronized boolean ask(Map<TopicPartition, Long> next) {
    try {
      return allConsumed(next);
    } catch (RuntimeException e) {
      disconnect();
      throw e;
    }
  }

  /**
   * Whether no partition holds a record the job has not read. Throws Kafka's exceptions when the
   * broker does not answer within {@link #TIMEOUT}.
   *
   * @param next the next offset to read, for partitions where it is known. For others the committed
   *     offset counts; without one the answer is no
   */
  synchronized boolean allConsumed(Map<TopicPartition, Long> next) {
    Map<TopicPartition, Long> positions = new HashMap<>(next);
    if (followCommits || next.isEmpty()) {
      positions.putAll(committedElsewhere(next.keySet()));
    }
    if (positions.isEmpty()) {
      return false;
    }
    Map<TopicPartition, Long> ends = consumer().endOffsets(positions.keySet(), TIMEOUT);
    positions.entrySet().removeIf(position -> position.getValue() >= end(ends, position.getKey()));
    return positions.isEmpty() || holdNoRecords(positions, ends);
  }

  private Map<TopicPartition, Long> committedElsewhere(Set<TopicPartition> known) {
    Set<TopicPartition> others = new HashSet<>(partitions());
    others.removeAll(known);
    Map<TopicPartition, Long> offsets = new HashMap<>();
    Map<TopicPartition, OffsetAndMetadata> commits = consumer().committed(others, TIMEOUT);
    others.forEach(
        partition ->
            Optional.ofNullable(commits.get(partition))
                .ifPresent(commit -> offsets.put(partition, commit.offset())));
    return offsets;
  }

  private List<TopicPartition> partitions() {
    Stream<PartitionInfo> all =
        topics.pattern().isPresent()
            ? consumer().listTopics(TIMEOUT).values().stream().flatMap(List::stream)
            : topics.topics().stream()
                .flatMap(topic -> consumer().partitionsFor(topic, TIMEOUT).stream());
    return all.filter(info -> topics.includes(info.topic()))
        .map(info -> new TopicPartition(info.topic(), info.partition()))
        .toList();
  }

  /**
   * Whether there are no records between these positions and the ends. Transaction markers and
   * deleted records also take offsets.
   */
  private boolean holdNoRecords(
      Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
    consumer().assign(positions.keySet());
    positions.forEach(consumer()::seek);
    for (int i = 0; i < POLLS; i++) {
      if (!consumer().poll(POLL).isEmpty()) {
        return false;
      }
      if (positions.keySet().stream()
          .allMatch(partition -> consumer().position(partition, TIMEOUT) >= end(ends, partition))) {
        return true;
      }
    }
    return false;
  }

  private static long end(Map<TopicPartition, Long> ends, TopicPartition partition) {
    return Optional.ofNullable(ends.get(partition)).orElse(Long.MAX_VALUE);
  }

  private synchronized void disconnect() {
    if (consumer != null) {
      Consumer<byte[], byte[]> closing = consumer;
      consumer = null;
      closing.close();
    }
  }

  private synchronized Consumer<byte[], byte[]> consumer() {
    if (consumer == null) {
      consumer = connect.get();
    }
    return consumer;
  }

  private static Consumer<byte[], byte[]> connect(TracemillConfig config) {
    Map<String, Object> own = new HashMap<>();
    own.put(ConsumerConfig.GROUP_ID_CONFIG, config.get(Keys.KAFKA_GROUP_ID));
    own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    // The records that were read may be deleted since; then the partition begins at its end.
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    own.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1);
    own.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 1024);
    return new KafkaClients(config)
        .consumer(own, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
