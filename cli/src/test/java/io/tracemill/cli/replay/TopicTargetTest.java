package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class TopicTargetTest {
  private static final ExportTraceServiceRequest REQUEST =
      ExportTraceServiceRequest.getDefaultInstance();

  @Test
  void aRecordThatWasRefusedLaterFailsTheReplay() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    TopicTarget<ExportTraceServiceRequest> target = target(kafka, "a");
    target.write(REQUEST, 10);
    kafka.errorNext(new IllegalStateException("disk full"));

    assertThatThrownBy(() -> target.write(REQUEST, 20)).hasMessage("topic spans: disk full");
    assertThatThrownBy(target::finish).hasMessage("topic spans: disk full");
  }

  @Test
  void theTopicsLimitBoundsItsRecords() {
    assertThat(topic(Map.of()).maxRecordBytes()).isEqualTo(900_000);
    assertThat(topic(Map.of("max.message.bytes", "1048588")).maxRecordBytes()).isEqualTo(900_000);
    assertThat(topic(Map.of("max.message.bytes", "500000")).maxRecordBytes()).isEqualTo(490_000);
  }

  @Test
  void aTopicThatKeepsRecordsIsNothingToWarnOf() {
    assertThat(topic(Map.of("retention.ms", "-1")).warnings(0, 1_000)).isEmpty();
    assertThat(topic(Map.of("retention.ms", "1000")).warnings(0, 1_000)).isEmpty();
    assertThat(topic(Map.of()).warnings(0, 1_000)).isEmpty();
  }

  private static TopicTarget<ExportTraceServiceRequest> target(
      MockProducer<byte[], byte[]> kafka, String... records) {
    List<byte[]> encoded =
        Arrays.stream(records).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    return new TopicTarget<>(kafka, topic(Map.of()), (request, maxBytes) -> encoded);
  }

  private static InputTopic topic(Map<String, String> settings) {
    return new InputTopic("spans", 2, false, settings);
  }

  private static MockProducer<byte[], byte[]> kafka(boolean autoComplete) {
    return new MockProducer<>(
        Cluster.empty(), autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
