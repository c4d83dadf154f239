package io.tracemill.cli.producers;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * A process that works for {@code work.millis} on every parcel in the topic of its {@code broker}.
 * It knows nothing of tracing. It says {@code ready}, and stops when its input ends.
 */
final class ParcelService {
  private ParcelService() {}

  public static void main(String... arguments) throws IOException {
    Thread consumer = new Thread(ParcelService::consume);
    consumer.setDaemon(true);
    consumer.start();
    System.out.println("ready");
    System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }

  private static void consume() {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", System.getProperty("broker"),
            "group.id", "shipping",
            "auto.offset.reset", "earliest");
    try (KafkaConsumer<String, String> parcels =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      parcels.subscribe(List.of(HttpService.PARCELS));
      while (true) {
        for (ConsumerRecord<String, String> unusedParcel : parcels.poll(Duration.ofSeconds(1))) {
          Thread.sleep(Long.getLong("work.millis", 0));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
