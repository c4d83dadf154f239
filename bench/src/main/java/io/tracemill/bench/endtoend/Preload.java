package io.tracemill.bench.endtoend;

import io.tracemill.bench.workload.Workload;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills the topic, uncompressed: records with a key go to the partition that it says, others to
 * each partition in turn.
 */
final class Preload {
  private static final int MEGABYTE = 1 << 20;

  private Preload() {}

  static Topic run(String bootstrapServers, Settings settings) {
    AtomicReference<Exception> failure = new AtomicReference<>();
    try (KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers)) {
      long[] sums = new long[2];
      long produced =
          new Workload(settings.traffic(), settings.wire)
              .produce(
                  settings.spans,
                  settings.spansPerEventSecond,
                  (key, value, count, millis) -> {
                    // The producer has copied the value when send returns.
                    Future<RecordMetadata> unused =
                        producer.send(
                            record(settings.wire.topic(), sums[0], millis, key, value),
                            (sent, e) -> failure.compareAndSet(null, e));
                    sums[0]++;
                    sums[1] += value.length;
                  });
      producer.flush();
      if (failure.get() != null) {
        throw new IllegalStateException("a record was not taken", failure.get());
      }
      return new Topic(sums[0], produced, sums[1]);
    }
  }

  private static ProducerRecord<byte[], byte[]> record(
      String topic, long number, long millis, byte[] key, byte[] value) {
    return key.length > 0
        ? new ProducerRecord<>(topic, null, millis, key, value)
        : new ProducerRecord<>(topic, (int) (number % Settings.PARTITIONS), millis, null, value);
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers) {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "none",
            ProducerConfig.ACKS_CONFIG,
            "1",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            false,
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BATCH_SIZE_CONFIG,
            MEGABYTE / 2,
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            64L * MEGABYTE);
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
