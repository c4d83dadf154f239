package io.tracemill.bench.job;

import io.tracemill.bench.workload.Workload;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A fast producer of uncompressed records. It counts what it sends. One thread uses it. */
final class Sender implements AutoCloseable {
  private static final int BATCH_BYTES = 1 << 19;
  private static final long BUFFER_BYTES = 1L << 26;

  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> refused = new AtomicReference<>();

  /** Only the sending thread writes this field. */
  private volatile Sent sent = Sent.NOTHING;

  Sender(Broker broker, String topic) {
    this.topic = topic;
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.bootstrapServers(),
            "acks",
            "1",
            "enable.idempotence",
            false,
            "linger.ms",
            20,
            "batch.size",
            BATCH_BYTES,
            "buffer.memory",
            BUFFER_BYTES);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Sends a record with a key to the partition of its key, and other records round-robin.
   *
   * @param bulk whether the records are bulk traffic, not the hostile mix
   */
  Workload.Sink sink(boolean bulk) {
    return (key, value, spans, millis) -> {
      boolean keyed = key.length > 0;
      Integer partition = keyed ? null : (int) (sent.records() % Settings.PARTITIONS);
      send(
          new ProducerRecord<>(topic, partition, millis, keyed ? key : null, value),
          spans,
          bulk ? spans : 0);
    };
  }

  /** The record's value may change after this: the producer has copied it. */
  void send(ProducerRecord<byte[], byte[]> record, int spans, int bulkSpans) {
    Future<RecordMetadata> unused =
        producer.send(record, (stored, e) -> refused.compareAndSet(null, e));
    sent = sent.plus(new Sent(1, spans, bulkSpans, record.value().length));
  }

  /** The number of records, spans and bytes sent so far. */
  Sent sent() {
    return sent;
  }

  /**
   * Throws if the broker refused a record.
   *
   * @throws IllegalStateException if the broker refused a record
   */
  void check() {
    if (refused.get() != null) {
      throw new IllegalStateException("a record was not taken", refused.get());
    }
  }

  /** Returns when the broker has everything that was sent. */
  void flush() {
    producer.flush();
    check();
  }

  @Override
  public void close() {
    producer.close();
  }
}
