package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Sends traffic to a Kafka topic, from {@link #start} until {@link #close}: one record per export
 * of a host, without a key, as the OpenTelemetry Collector does, its timestamp the time of the
 * export. What lies in the past goes out as fast as Kafka takes it, with the timestamps it would
 * have had; from the clock's time on the traffic is live.
 */
public final class TrafficProducer implements AutoCloseable {
  private static final Duration TICK = Duration.ofMillis(20);
  private static final long TICK_NANOS = TICK.toNanos();
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final ShopTraffic traffic;
  private final ShopExporter exporter = new ShopExporter();
  private final Clock clock;
  private final Thread thread = new Thread(this::run, "demo-traffic");
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong spans = new AtomicLong();
  private final AtomicLong records = new AtomicLong();
  private volatile @Nullable Throwable failure;

  /** Exports up to then have been sent, in nanoseconds since the epoch. */
  private long sentUntilNanos;

  /** Sends {@code traffic} with {@code producer}, which it closes in the end. */
  TrafficProducer(
      Producer<byte[], byte[]> producer, String topic, ShopTraffic traffic, Clock clock) {
    this.producer = requireNonNull(producer, "producer");
    this.topic = requireNonNull(topic, "topic");
    this.traffic = requireNonNull(traffic, "traffic");
    this.sentUntilNanos = traffic.startNanos();
    this.clock = requireNonNull(clock, "clock");
    thread.setDaemon(true);
  }

  /** A producer of {@code traffic}, which should not start after the clock's time. */
  public static TrafficProducer to(
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

  /** Begins to send, in a thread of its own. */
  public void start() {
    thread.start();
  }

  /** Requests begun so far. */
  public long requestCount() {
    return requests.get();
  }

  /** Spans sent so far. */
  public long spanCount() {
    return spans.get();
  }

  /** Records sent so far. */
  public long recordCount() {
    return records.get();
  }

  /** Why records could not be sent, or the thread ended; empty while all is well. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure);
  }

  /** Sends what the services still hold, waits until Kafka has it, and ends. */
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
      boolean going = true;
      while (going) {
        advanceTo(clock.instant());
        going = !stopped.await(TICK.toMillis(), TimeUnit.MILLISECONDS);
      }
      send(exporter.drain(), clock.millis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** Plays all requests that have started by {@code now} and sends what is due by then. */
  void advanceTo(Instant now) {
    long nowNanos = ShopTraffic.nanosOf(now);
    while (sentUntilNanos < nowNanos) {
      tick(Math.min(nowNanos, sentUntilNanos + TICK_NANOS));
    }
  }

  private void tick(long nanos) {
    while (traffic.nextStartNanos() <= nanos) {
      exporter.add(traffic.next());
      requests.incrementAndGet();
    }
    send(exporter.due(nanos), TimeUnit.NANOSECONDS.toMillis(nanos));
    sentUntilNanos = nanos;
  }

  private void send(List<ExportBatch> batches, long timestampMillis) {
    for (ExportBatch batch : batches) {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, null, timestampMillis, null, batch.request());
      Future<RecordMetadata> unused = producer.send(record, (sent, e) -> failUnlessSent(e));
      spans.addAndGet(batch.spanCount());
      records.incrementAndGet();
    }
  }

  private void failUnlessSent(@Nullable Exception e) {
    if (e != null) {
      fail(e);
    }
  }

  private synchronized void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }
}
