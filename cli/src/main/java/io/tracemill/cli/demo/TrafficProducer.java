package io.tracemill.cli.demo;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends traffic to a Kafka topic, from {@link #start} until {@link #close}. As with the
 * OpenTelemetry Collector, each export of a host is one record without a key. The record's
 * timestamp is the time of the export. Past traffic goes out as fast as Kafka accepts it, with its
 * original timestamps; then the traffic is live.
 */
final class TrafficProducer implements AutoCloseable {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final ShopTraffic traffic;
  private final ShopExporter exporter = new ShopExporter();
  private final Clock clock;
  private final Thread thread = new Thread(this::run, "demo-traffic");
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** Written by one thread only. */
  private volatile long requests;

  private volatile long spans;

  /** All exports up to this time have been sent, in nanoseconds since the epoch. */
  private long sentUntilNanos;

  /** Sends {@code traffic} with {@code producer}, and closes the producer at the end. */
  TrafficProducer(
      Producer<byte[], byte[]> producer, String topic, ShopTraffic traffic, Clock clock) {
    this.producer = producer;
    this.topic = topic;
    this.traffic = traffic;
    this.sentUntilNanos = traffic.startNanos();
    this.clock = clock;
    thread.setDaemon(true);
  }

  /** A producer of {@code traffic}, which should not start later than now. */
  static TrafficProducer to(
      String bootstrapServers, String topic, ShopTraffic traffic, Clock clock) {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.CLIENT_ID_CONFIG,
            "tracemill-demo-traffic");
    return new TrafficProducer(
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()),
        topic,
        traffic,
        clock);
  }

  /** Starts to send, in its own thread. */
  void start() {
    thread.start();
  }

  /** The number of requests that have started. */
  long requestCount() {
    return requests;
  }

  /** The number of spans sent. */
  long spanCount() {
    return spans;
  }

  /** Why sending failed or the thread ended; empty if there is no failure. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Sends the spans that the services still hold, waits until Kafka has them, and ends. */
  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      producer.close(CLOSE_TIMEOUT);
    }
  }

  private void run() {
    try {
      do {
        advanceTo(clock.instant());
      } while (!stopped.await(TICK_NANOS, TimeUnit.NANOSECONDS));
      send(exporter.drain(), clock.millis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  /** Plays all requests that have started by {@code now}, and sends the exports due by then. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes
  void advanceTo(Instant now) {
    long nowNanos = ShopTraffic.nanosOf(now);
    while (sentUntilNanos < nowNanos) {
      sentUntilNanos = Math.min(nowNanos, sentUntilNanos + TICK_NANOS);
      while (traffic.nextStartNanos() <= sentUntilNanos) {
        exporter.add(traffic.next());
        requests++;
      }
      send(exporter.due(sentUntilNanos), TimeUnit.NANOSECONDS.toMillis(sentUntilNanos));
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // only one thread writes
  private void send(List<ExportTraceServiceRequest> batches, long timestampMillis) {
    for (ExportTraceServiceRequest batch : batches) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, null, timestampMillis, null, batch.toByteArray());
      Future<RecordMetadata> unused =
          producer.send(record, (sent, e) -> failure.compareAndSet(null, e));
      spans += batch.getResourceSpans(0).getScopeSpans(0).getSpansCount();
    }
  }
}
