package io.tracemill.cli.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends records in their order, the first of them at once, the others at a steady pace, until it
 * may send the rest at once. What the broker holds at the end does not depend on when it was away:
 * every record once, in order; but a broker is to be killed {@linkplain #betweenRecords between
 * records}.
 */
final class Feed implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 240_000;

  private final List<ProducerRecord<byte[], byte[]>> records;
  private final int atOnce;
  private final Duration time;
  private final KafkaProducer<byte[], byte[]> producer;
  private final CompletableFuture<List<Future<RecordMetadata>>> sent = new CompletableFuture<>();
  private final Thread thread = new Thread(this::run, "feed");
  private volatile boolean hurried;

  /**
   * Nothing is sent yet.
   *
   * @param atOnce how many of them are sent at once
   * @param time it takes to send the others, unless it is hurried
   */
  Feed(
      String bootstrapServers,
      List<ProducerRecord<byte[], byte[]>> records,
      int atOnce,
      Duration time) {
    this.records = records;
    this.atOnce = atOnce;
    this.time = time;
    this.producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "delivery.timeout.ms", PATIENCE_MILLIS,
                "max.block.ms", PATIENCE_MILLIS,
                // In order, also where the broker does not know what came before.
                "max.in.flight.requests.per.connection", 1),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      List<Future<RecordMetadata>> all = new ArrayList<>();
      records.subList(0, atOnce).forEach(record -> all.add(send(record)));
      List<ProducerRecord<byte[], byte[]>> paced = records.subList(atOnce, records.size());
      long between = time.toNanos() / paced.size();
      long due = System.nanoTime();
      for (ProducerRecord<byte[], byte[]> record : paced) {
        due += between;
        while (!hurried && System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        all.add(send(record));
      }
      sent.complete(all);
    } catch (RuntimeException e) {
      sent.completeExceptionally(e);
    }
  }

  private synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
    return producer.send(record);
  }

  /**
   * Lets something happen at a moment when the broker has confirmed all that was sent.
   *
   * <p>A batch that a killed broker had stored but not confirmed is sent to it again. It knows the
   * batch by its producer and sequence; but when it recovers it forgets producers whose newest
   * record is older than a day ({@code producer.id.expiration.ms}), as ours are, and stores it
   * twice.
   */
  synchronized void betweenRecords(Trial.Fault fault) throws Exception {
    producer.flush();
    fault.happen();
  }

  /** Sends what is left at once; done when the broker has all of it. */
  void finish() throws ExecutionException, InterruptedException {
    hurried = true;
    LockSupport.unpark(thread);
    for (Future<RecordMetadata> each : sent.get()) {
      each.get();
    }
  }

  @Override
  public void close() throws InterruptedException {
    hurried = true;
    producer.close(Duration.ZERO);
    thread.join();
  }
}
