package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

final class TopicTargetTest {
  private static final ExportTraceServiceRequest REQUEST =
      ExportTraceServiceRequest.getDefaultInstance();

  @Test
  void recordsGoToThePartitionsInTurnWithTheirTimesAndNoKey() {
    MockProducer<byte[], byte[]> kafka = kafka(true);
    TopicTarget target = target(kafka, "a", "b", "c");

    assertThat(target.write(REQUEST, 10)).isEqualTo(3);
    assertThat(target.write(REQUEST, 20)).isEqualTo(3);
    target.finish();

    assertThat(kafka.history())
        .extracting(ProducerRecord::partition)
        .containsExactly(0, 1, 0, 1, 0, 1);
    assertThat(kafka.history())
        .extracting(ProducerRecord::timestamp)
        .containsExactly(10L, 10L, 10L, 20L, 20L, 20L);
    assertThat(kafka.history()).extracting(ProducerRecord::key).containsOnlyNulls();
  }

  @Test
  void aRecordThatWasRefusedLaterFailsTheReplay() {
    MockProducer<byte[], byte[]> kafka = kafka(false);
    TopicTarget target = target(kafka, "a");
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

  @Test
  void aTopicThatWillDeleteTheRecordsIsToldOf() {
    assertThat(topic(Map.of("retention.ms", "604800000")).warnings(0, 604_800_001))
        .singleElement()
        .asString()
        .contains("topic spans keeps records for 7 days only", "retention.ms=-1", "--now");
  }

  @Test
  void aTopicWithTimesOfItsOwnIsToldOf() {
    assertThat(topic(Map.of("message.timestamp.type", "LogAppendTime")).warnings(0, 0))
        .singleElement()
        .asString()
        .contains("topic spans stamps records when they arrive", "LogAppendTime");
  }

  private static TopicTarget target(MockProducer<byte[], byte[]> kafka, String... records) {
    List<byte[]> encoded =
        Arrays.stream(records).map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    return new TopicTarget(kafka, topic(Map.of()), (request, maxBytes) -> encoded);
  }

  private static InputTopic topic(Map<String, String> settings) {
    return new InputTopic("spans", 2, false, settings);
  }

  private static MockProducer<byte[], byte[]> kafka(boolean autoComplete) {
    return new MockProducer<>(
        Cluster.empty(), autoComplete, null, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
