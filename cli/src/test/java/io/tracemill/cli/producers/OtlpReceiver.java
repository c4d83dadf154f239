package io.tracemill.cli.producers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Takes OTLP over HTTP and puts every request, as it is, on a topic: what a Collector's Kafka
 * exporter does.
 */
final class OtlpReceiver implements AutoCloseable {
  private static final int TIMEOUT_SECONDS = 60;

  private final String topic;
  private final KafkaProducer<byte[], byte[]> producer;
  private final HttpServer server;
  private final Semaphore spans = new Semaphore(0);

  private OtlpReceiver(String topic, KafkaProducer<byte[], byte[]> producer, HttpServer server) {
    this.topic = topic;
    this.producer = producer;
    this.server = server;
  }

  static OtlpReceiver start(String bootstrapServers, String topic) throws IOException {
    OtlpReceiver receiver =
        new OtlpReceiver(
            topic,
            new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers),
                new ByteArraySerializer(),
                new ByteArraySerializer()),
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
    receiver.server.createContext("/v1/traces", receiver::handle);
    receiver.server.start();
    return receiver;
  }

  /** Where OTLP's exporters find it. */
  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** Waits for as many further spans to be on the topic. */
  void awaitSpans(int count) throws InterruptedException {
    if (!spans.tryAcquire(count, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d of %d spans came in %d s"
              .formatted(spans.availablePermits(), count, TIMEOUT_SECONDS));
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      producer.send(new ProducerRecord<>(topic, body)).get();
      exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
      exchange.sendResponseHeaders(200, -1);
      spans.release(spanCount(ExportTraceServiceRequest.parseFrom(body)));
    } catch (ExecutionException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int spanCount(ExportTraceServiceRequest request) {
    int count = 0;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        count += scope.getSpansCount();
      }
    }
    return count;
  }

  @Override
  public void close() {
    server.stop(0);
    producer.close();
  }
}
