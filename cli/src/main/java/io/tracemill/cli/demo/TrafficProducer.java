package io.tracemill.cli.demo;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
 * Sends traffic to a Kafka topic. As with the OpenTelemetry Collector, each export of a host is one
 * record without a key. The record's timestamp is the time of the export, even if it is sent later.
 */
final class TrafficProducer implements AutoCloseable {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final ShopTraffic traffic;
  private final ShopExporter exporter = new ShopExporter();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private long requests;
  private long spans;

  /** All exports up to this time have been sent, in nanoseconds since the epoch. */
  private long sentUntilNanos;

  /** Sends {@code traffic} with {@code producer}, and closes the producer at the end. */
  TrafficProducer(Producer<byte[], byte[]> producer, String topic, ShopTraffic traffic) {
    this.producer = producer;
    this.topic = topic;
    this.traffic = traffic;
    this.sentUntilNanos = traffic.startNanos();
  }

  /** A producer of {@code traffic}. */
  static TrafficProducer to(String bootstrapServers, String topic, ShopTraffic traffic) {
    Map<String, Object> settings =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.CLIENT_ID_CONFIG,
            "tracemill-demo-traffic");
    return new TrafficProducer(
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()),
        topic,
        traffic);
  }

  /** The number of requests that have started. */
  long requestCount() {
    return requests;
  }

  /** The number of spans sent. */
  long spanCount() {
    return spans;
  }

  /** Why Kafka refused a record; empty if it did not. */
  Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Plays all requests that have started by {@code now}, and sends the exports due by then. */
  void advanceTo(Instant now) {
    long nowNanos = ShopTraffic.nanosOf(now);
    while (sentUntilNanos < nowNanos) {
      sentUntilNanos = Math.min(nowNanos, sentUntilNanos + TICK_NANOS);
      while (traffic.nextStartNanos() <= sentUntilNanos) {
        exporter.add(traffic.next());
        requests++;
      }
      send(exporter.due(sentUntilNanos));
    }
  }

  private void send(List<ExportTraceServiceRequest> batches) {
    for (ExportTraceServiceRequest batch : batches) {
      long millis = TimeUnit.NANOSECONDS.toMillis(sentUntilNanos);
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, null, millis, null, batch.toByteArray());
      Future<RecordMetadata> unused =
          producer.send(record, (sent, e) -> failure.compareAndSet(null, e));
      spans += batch.getResourceSpans(0).getScopeSpans(0).getSpansCount();
    }
  }

  /** Sends the spans that the services still hold, and waits until Kafka has them. */
  @Override
  public void close() {
    send(exporter.drain());
    producer.close(CLOSE_TIMEOUT);
  }
}
