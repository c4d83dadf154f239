package io.tracemill.pipeline.source.kafka;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Puts the question to a broker with a consumer of its own, on a thread of its own.
 *
 * <p>Nothing tells a watermark generator that its job has ended, so both end by themselves when
 * there was no question for {@value #KEPT_SECONDS} s.
 */
final class KafkaEndOffsets implements EndOffsets {
  private static final long serialVersionUID = 1;
  private static final int KEPT_SECONDS = 20;

  private final Map<String, String> clients;
  private final TopicSelection topics;
  private final boolean followCommits;

  private transient @Nullable Executor thread;

  /** Used by one thread at a time, under this object's lock. */
  private transient @Nullable KafkaConsumer<byte[], byte[]> consumer;

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
    if (consumer == null) {
      consumer = new KafkaConsumer<>(properties());
    }
    try {
      return new ConsumptionCheck(consumer, topics, followCommits).allConsumed(next);
    } catch (RuntimeException e) {
      disconnect();
      throw e;
    }
  }

  private synchronized void disconnect() {
    if (consumer != null) {
      KafkaConsumer<byte[], byte[]> closing = consumer;
      consumer = null;
      closing.close();
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
