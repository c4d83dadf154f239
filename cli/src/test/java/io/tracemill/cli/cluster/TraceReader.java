package io.tracemill.cli.cluster;

import io.tracemill.cli.results.Results;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/** A reader of a topic of traces, which follows it and remembers how far in event time it is. */
final class TraceReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private long newestMillis = -1;

  /**
   * Begins with the oldest record.
   *
   * @param isolation {@code read_committed} or {@code read_uncommitted}
   */
  TraceReader(String bootstrapServers, String topic, String isolation) {
    consumer = Results.oldest(Map.of("bootstrap.servers", bootstrapServers), topic, isolation);
  }

  /** Reads on; the greatest event time it has seen. */
  long newestMillis() {
    readOn();
    return newestMillis;
  }

  /** Reads all that there is now; the greatest event time it has seen. */
  long newestMillisOfAll() {
    Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
    while (ends.entrySet().stream()
        .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
      readOn();
    }
    return newestMillis;
  }

  private void readOn() {
    consumer
        .poll(POLL)
        .forEach(record -> newestMillis = Math.max(newestMillis, record.timestamp()));
  }

  @Override
  public void close() {
    consumer.close();
  }
}
