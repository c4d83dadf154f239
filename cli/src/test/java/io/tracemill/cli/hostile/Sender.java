package io.tracemill.cli.hostile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends records just as they are. */
public final class Sender implements AutoCloseable {
  private final KafkaProducer<byte[], byte[]> producer;

  /**
   * A connection.
   *
   * @param batchBytes how much goes into one batch, at most
   */
  public Sender(String bootstrapServers, int batchBytes) {
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "batch.size", batchBytes),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** Sends the records in their order; done when the broker has all of them. */
  public List<RecordMetadata> send(List<InputRecord> records)
      throws ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (InputRecord record : records) {
      sent.add(producer.send(record.toSend()));
    }
    producer.flush();
    List<RecordMetadata> stored = new ArrayList<>();
    for (Future<RecordMetadata> each : sent) {
      stored.add(each.get());
    }
    return stored;
  }

  @Override
  public void close() {
    producer.close();
  }
}
