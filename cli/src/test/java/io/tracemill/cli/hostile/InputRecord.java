package io.tracemill.cli.hostile;

import static java.util.Objects.requireNonNull;

import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A record to be sent. Its arrays are not copied and must not change.
 *
 * @param timestampMillis as the producer claims it, milliseconds since the epoch
 */
public record InputRecord(
    String topic, int partition, long timestampMillis, byte[] key, byte[] value) {
  public InputRecord {
    requireNonNull(topic, "topic");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }

  /** The same for Kafka's producer. */
  public ProducerRecord<byte[], byte[]> toSend() {
    return new ProducerRecord<>(topic, partition, timestampMillis, key, value);
  }
}
