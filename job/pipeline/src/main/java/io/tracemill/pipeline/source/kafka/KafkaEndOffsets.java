package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a broker with its own consumer on its own thread.
 *
 * <p>A watermark generator is not told when its job ends. So both end by themselves after {@value
 * #KEPT_SECONDS} s without a question.
 */
final class KafkaEndOffsets implements EndOffsets {
  private static final long serialVersionUID = 1;
  private static final int KEPT_SECONDS = 20;

  private final TracemillConfig config;
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
    this.config = config;
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
      consumer = newConsumer();
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
      Consumer<byte[], byte[]> closing = consumer;
      consumer = null;
      closing.close();
    }
  }

  private Consumer<byte[], byte[]> newConsumer() {
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
