package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The job's output topics, followed by one thread. Belongs to no consumer group, commits nothing,
 * and sees nothing that a transaction of the job may still take back.
 */
public final class ResultTopics implements AutoCloseable {
  /** Begin at the first record there is. */
  public static final long ALL = Long.MAX_VALUE;

  private static final Duration POLL = Duration.ofMillis(250);
  private static final Map<String, Object> OWN =
      Map.of(
          ConsumerConfig.CLIENT_ID_CONFIG,
          "tracemill-result-topics",
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          "read_committed",
          // Where retention overtakes a reader it goes on with what is left.
          ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
          "earliest",
          ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
          false);

  private final KafkaClients clients;
  private final Consumer<byte[], byte[]> consumer;
  private final Map<String, ResultStream> streamByTopic = new LinkedHashMap<>();
  private Map<TopicPartition, Long> ends = Map.of();

  /** The topics of these streams; nothing is asked of a broker yet. */
  public ResultTopics(TracemillConfig config, Set<ResultStream> streams) {
    requireNonNull(config, "config");
    for (ResultStream stream : streams) {
      streamByTopic.put(stream.topic(config.get(Keys.OUTPUT_PREFIX)), stream);
    }
    clients = new KafkaClients(config);
    consumer = consumer(OWN);
  }

  private Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    return clients.consumer(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Goes back from the end of each partition; the topics must exist.
   *
   * @param records how many: 0 for none but new ones, {@link #ALL}
   */
  public void startBack(long records) {
    List<TopicPartition> partitions =
        streamByTopic.keySet().stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
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

  /** What has come, in the order of its timestamps; nothing if for a quarter second none does. */
  public List<PublishedRecord> poll() {
    List<PublishedRecord> results = new ArrayList<>();
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
   * Takes what is written now for the end that {@link #caughtUp} asks for, also what readers cannot
   * see yet: who commits it hears of that earlier than they do.
   */
  public void extendToNow() {
    Map<String, Object> settings = new HashMap<>(OWN);
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
    try (Consumer<byte[], byte[]> all = consumer(settings)) {
      ends = all.endOffsets(ends.keySet());
    }
  }

  /** Whether all has been polled that was there at the start, or when it was extended. */
  public boolean caughtUp() {
    return ends.entrySet().stream()
        .allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  /** Makes a poll of another thread's throw {@code WakeupException}. */
  void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close();
  }
}
