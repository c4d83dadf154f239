package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class TrafficProducerTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void thePastIsSentAtOnceAsItWouldHaveBeenLive() {
    MockProducer<byte[], byte[]> atOnce = kafka(true);
    MockProducer<byte[], byte[]> live = kafka(true);
    try (TrafficProducer past = producer(atOnce);
        TrafficProducer present = producer(live)) {
      past.advanceTo(START.plusSeconds(4));
      for (int millis = 20; millis <= 4000; millis += 20) {
        present.advanceTo(START.plusMillis(millis));
      }

      assertThat(written(atOnce)).isEqualTo(written(live));
    }
  }

  private static List<String> written(MockProducer<byte[], byte[]> kafka) {
    return kafka.history().stream()
        .map(record -> record.timestamp() + " " + Arrays.hashCode(record.value()))
        .toList();
  }

  @Test
  void aRecordThatKafkaRefusesIsReported() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    try (TrafficProducer producer = producer(kafka)) {
      producer.advanceTo(START.plusSeconds(2));
      kafka.errorNext(new IllegalStateException("disk full"));
      assertThat(producer.failure()).hasValueSatisfying(e -> assertThat(e).hasMessage("disk full"));
    }
  }

  private static TrafficProducer producer(MockProducer<byte[], byte[]> kafka) {
    ShopTraffic traffic = new ShopTraffic(List.of(), 40, START, new SplittableRandom(1));
    return new TrafficProducer(kafka, "otlp_spans", traffic);
  }

  private static MockProducer<byte[], byte[]> kafka(boolean autoComplete) {
    return new MockProducer<>(
        Cluster.empty(), autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
