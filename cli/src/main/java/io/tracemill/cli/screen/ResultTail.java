package io.tracemill.cli.screen;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Follows the job's result topics into a {@link ScreenState}, from {@link #start} until {@link
 * #close}. Belongs to no consumer group and commits nothing.
 */
public final class ResultTail implements AutoCloseable {
  /** Where in the topics to begin. */
  public enum From {
    EARLIEST,
    LATEST
  }

  private static final Duration POLL = Duration.ofMillis(250);

  private final Consumer<String, String> consumer;
  private final Map<String, String> streamByTopic = new LinkedHashMap<>();
  private final From from;
  private final ScreenState state;
  private final ObjectMapper mapper = new ObjectMapper();
  private final Thread thread = new Thread(this::run, "result-tail");
  private final AtomicLong unreadable = new AtomicLong();
  private volatile boolean closing;
  private volatile @Nullable Throwable failure;

  /**
   * Reads with {@code consumer}, which it closes in the end.
   *
   * @param prefix of the topics, {@code output.prefix}
   */
  ResultTail(Consumer<String, String> consumer, String prefix, From from, ScreenState state) {
    this.consumer = requireNonNull(consumer, "consumer");
    this.from = requireNonNull(from, "from");
    this.state = requireNonNull(state, "state");
    for (String stream : List.of(ScreenState.PROFILES, ScreenState.QUALITY)) {
      streamByTopic.put(prefix + "." + stream + ".v1", stream);
    }
    thread.setDaemon(true);
  }

  /** A tail of the topics {@code <prefix>.profiles.v1} and {@code <prefix>.quality.v1}. */
  public static ResultTail of(TracemillConfig config, From from, ScreenState state) {
    Map<String, Object> own =
        Map.of(
            ConsumerConfig.CLIENT_ID_CONFIG,
            "tracemill-result-tail",
            // What a transaction of the job has not committed may still be taken back.
            ConsumerConfig.ISOLATION_LEVEL_CONFIG,
            "read_committed");
    return new ResultTail(
        new KafkaClients(config).consumer(own, new StringDeserializer(), new StringDeserializer()),
        config.get(Keys.OUTPUT_PREFIX),
        from,
        state);
  }

  /** Begins to read, in a thread of its own; the topics must exist. */
  public void start() {
    thread.start();
  }

  /** Records so far whose value was no JSON. */
  public long unreadableCount() {
    return unreadable.get();
  }

  /** Why reading ended before {@link #close}; empty while all is well. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends reading. */
  @Override
  public void close() {
    closing = true;
    consumer.wakeup();
    try {
      thread.join();
      consumer.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      assign();
      while (!closing) {
        consumer.poll(POLL).forEach(this::accept);
      }
    } catch (WakeupException e) {
      // Only close() wakes the consumer.
    } catch (RuntimeException | Error e) {
      failure = e;
    }
  }

  private void assign() {
    List<TopicPartition> partitions =
        streamByTopic.keySet().stream()
            .flatMap(topic -> consumer.partitionsFor(topic).stream())
            .map(ResultTail::partition)
            .toList();
    consumer.assign(partitions);
    if (from == From.EARLIEST) {
      consumer.seekToBeginning(partitions);
    } else {
      consumer.seekToEnd(partitions);
    }
  }

  private static TopicPartition partition(PartitionInfo info) {
    return new TopicPartition(info.topic(), info.partition());
  }

  private void accept(ConsumerRecord<String, String> result) {
    // Compaction and deletions leave records without a value.
    if (result.value() == null) {
      return;
    }
    try {
      String stream = streamByTopic.getOrDefault(result.topic(), "");
      state.accept(stream, mapper.readTree(result.value()));
    } catch (JsonProcessingException e) {
      unreadable.incrementAndGet();
    }
  }
}
