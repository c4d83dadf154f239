package io.tracemill.bench.job;

import io.tracemill.bench.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A fast producer of uncompressed records. It counts what it sends. One thread uses it. */
final class Sender implements Workload.Sink, AutoCloseable {
  private static final Map<String, Object> FAST =
      Map.of(
          "acks",
          "1",
          "enable.idempotence",
          false,
          "linger.ms",
          20,
          "batch.size",
          1 << 19,
          "buffer.memory",
          1L << 26);

  private final KafkaProducer<byte[], byte[]> producer;
  private final AtomicReference<Exception> refused = new AtomicReference<>();

  /** Only the sending thread writes this field. */
  private volatile Sent sent = Sent.NOTHING;

  Sender(Broker broker) {
    Map<String, Object> settings =
        new HashMap<>(Map.of("bootstrap.servers", broker.bootstrapServers()));
    settings.putAll(FAST);
    producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** Sends a record with a key to the partition of its key, and other records round-robin. */
  @Override
  public void accept(byte[] key, byte[] value, int spans, long millis) {
    boolean keyed = key.length > 0;
    Integer partition = keyed ? null : (int) (sent.records() % Settings.PARTITIONS);
    send(new ProducerRecord<>(Settings.TOPIC, partition, millis, keyed ? key : null, value), spans);
  }

  /** The record's value may change after this: the producer has copied it. */
  void send(ProducerRecord<byte[], byte[]> record, int spans) {
    Future<RecordMetadata> unused =
        producer.send(record, (stored, e) -> refused.compareAndSet(null, e));
    sent = sent.plus(new Sent(1, spans, record.value().length));
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
