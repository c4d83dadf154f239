package io.tracemill.bench.endtoend;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Workload;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Fills the topic, uncompressed: records with a key go to the partition that it says, others to
 * each partition in turn.
 */
final class Preload implements Workload.Sink {
  private static final int MEGABYTE = 1 << 20;

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final Callback keepFailure = (sent, e) -> failure.compareAndSet(null, e);
  private long records;
  private long bytes;

  private Preload(KafkaProducer<byte[], byte[]> producer, String topic) {
    this.producer = producer;
    this.topic = topic;
  }

  static Topic run(String bootstrapServers, Settings settings) {
    try (KafkaProducer<byte[], byte[]> producer = producer(bootstrapServers)) {
      Preload sink = new Preload(producer, settings.wire.topic());
      long produced = produce(settings, sink);
      producer.flush();
      if (sink.failure.get() != null) {
        throw new IllegalStateException("a record was not taken", sink.failure.get());
      }
      return new Topic(sink.records, produced, sink.bytes);
    }
  }

  private static long produce(Settings settings, Workload.Sink sink) {
    long rate = settings.spansPerEventSecond;
    Workload workload = new Workload(settings.traffic(), settings.wire);
    if (settings.giant == 0) {
      return workload.produce(settings.spans, rate, sink);
    }
    GiantTrace giant = new GiantTrace(settings.giant, settings.wire);
    long produced = workload.produce(settings.spans / 2, rate, sink);
    produced += giant.produceAmong(workload, rate, sink);
    return produced + workload.produce(Math.max(0, settings.spans - produced), rate, sink);
  }

  @Override
  public void accept(byte[] key, byte[] value, int spans, long millis) {
    // The producer has copied key and value when send returns.
    Future<RecordMetadata> unused = producer.send(record(key, value, millis), keepFailure);
    records++;
    bytes += value.length;
  }

  private ProducerRecord<byte[], byte[]> record(byte[] key, byte[] value, long millis) {
    return key.length > 0
        ? new ProducerRecord<>(topic, null, millis, key, value)
        : new ProducerRecord<>(topic, (int) (records % Settings.PARTITIONS), millis, null, value);
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
