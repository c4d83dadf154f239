package io.tracemill.cli.replay;

import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.kafka.KafkaFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * A topic. Records without a key go to its partitions in turn; all have the event time as
 * timestamp. The producer's buffer limits the unsent records; {@link #write} waits when it is full.
 *
 * @param <R> requests of OTLP
 */
public final class TopicTarget<R> implements Target<R> {
  /**
   * Writes a request as records of at most so many bytes, if its parts allow it.
   *
   * @param <R> the request
   */
  public interface Encoder<R> {
    List<byte[]> encode(R request, int maxBytes);
  }

  private static final int BATCH_BYTES = 256 * 1024;

  private final Producer<byte[], byte[]> producer;
  private final InputTopic topic;
  private final Encoder<R> encoder;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
  private int partition;

  /** Sends to {@code topic} with {@code producer}, and closes the producer at the end. */
  public TopicTarget(Producer<byte[], byte[]> producer, InputTopic topic, Encoder<R> encoder) {
    this.producer = producer;
    this.topic = topic;
    this.encoder = encoder;
  }

  /** Opens a producer; it connects when the first record is sent. */
  public static <R> TopicTarget<R> open(
      KafkaClients clients, InputTopic topic, Encoder<R> encoder) {
    Map<String, Object> own =
        Map.of(
            ProducerConfig.CLIENT_ID_CONFIG,
            "tracemill-replay",
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4",
            ProducerConfig.BATCH_SIZE_CONFIG,
            BATCH_BYTES,
            // A partition that was just created may refuse the first batch and accept the second.
            // Then the first batch is out of sequence for good.
            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
            1,
            // The broker decides whether a record is too large.
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            Integer.MAX_VALUE);
    return new TopicTarget<>(
        clients.producer(own, new ByteArraySerializer(), new ByteArraySerializer()),
        topic,
        encoder);
  }

  @Override
  public int write(R request, long eventTimeMillis) {
    List<byte[]> records = encoder.encode(request, topic.maxRecordBytes());
    for (byte[] record : records) {
      send(new ProducerRecord<>(topic.name(), partition, eventTimeMillis, null, record));
      partition = (partition + 1) % topic.partitions();
    }
    return records.size();
  }

  /** Writes all of {@code request} with this key, to the partition that the key has. */
  public void write(R request, long eventTimeMillis, byte[] key) {
    for (byte[] record : encoder.encode(request, topic.maxRecordBytes())) {
      send(new ProducerRecord<>(topic.name(), null, eventTimeMillis, key, record));
    }
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    refuseFailed();
    try {
      Future<RecordMetadata> unused = producer.send(record, (sent, e) -> remember(e));
    } catch (KafkaException e) {
      remember(e);
    }
  }

  private void remember(@Nullable Exception e) {
    if (e != null) {
      failure.compareAndSet(null, e);
    }
  }

  private void refuseFailed() {
    Exception first = failure.get();
    if (first != null) {
      throw new IllegalStateException(
          "topic %s: %s".formatted(topic.name(), KafkaFailure.explain(first)));
    }
  }

  @Override
  public void finish() {
    producer.flush();
    refuseFailed();
  }

  /** Drops the unsent records. */
  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
