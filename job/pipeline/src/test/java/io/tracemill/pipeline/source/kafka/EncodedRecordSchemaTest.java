package io.tracemill.pipeline.source.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.util.ListCollector;
import org.apache.flink.util.InstantiationUtil;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EncodedRecordSchemaTest {
  private static final long HOUR = 3_600_000;

  private final EncodedRecordSchema schema = new EncodedRecordSchema("otlp_json", HOUR);

  @Test
  void recordsKeepTheirBytesAndWhereTheyStood() {
    EncodedRecord record = deserialize(3, 42, 1000, "key", "value");

    assertThat(record)
        .usingRecursiveComparison()
        .isEqualTo(
            new EncodedRecord(
                "otlp_spans",
                3,
                42,
                1000,
                1000,
                "key".getBytes(UTF_8),
                "value".getBytes(UTF_8),
                "otlp_json"));
    assertThat(record.clockJump()).isFalse();
  }

  @Test
  void tombstonesHaveAnEmptyKeyAndValue() {
    EncodedRecord record = deserialize(0, 0, 0, null, null);

    assertThat(record.key()).isEmpty();
    assertThat(record.value()).isEmpty();
  }

  @Test
  void everyPartitionHasItsOwnClock() {
    deserialize(0, 0, 0, null, "a");

    EncodedRecord jump = deserialize(0, 1, 5 * HOUR, null, "b");
    EncodedRecord first = deserialize(1, 0, 5 * HOUR, null, "c");

    assertThat(jump.eventMillis()).isZero();
    assertThat(jump.claimedMillis()).isEqualTo(5 * HOUR);
    assertThat(jump.clockJump()).isTrue();
    assertThat(first.eventMillis()).isEqualTo(5 * HOUR);
    assertThat(first.clockJump()).isFalse();
  }

  @Test
  void recordsWithoutTimestampAreNoJump() {
    deserialize(0, 0, HOUR, null, "a");

    EncodedRecord record = deserialize(0, 1, ConsumerRecord.NO_TIMESTAMP, null, "b");

    assertThat(record.eventMillis()).isEqualTo(HOUR);
    assertThat(record.clockJump()).isFalse();
  }

  @Test
  void theSchemaTravelsWithTheJob() throws Exception {
    assertThat(InstantiationUtil.clone(schema).getProducedType()).isEqualTo(EncodedRecord.TYPE);
  }

  private EncodedRecord deserialize(
      int partition, long offset, long timestamp, @Nullable String key, @Nullable String value) {
    List<EncodedRecord> collected = new ArrayList<>();
    schema.deserialize(
        new ConsumerRecord<>(
            "otlp_spans",
            partition,
            offset,
            timestamp,
            TimestampType.CREATE_TIME,
            0,
            0,
            bytes(key),
            bytes(value),
            new RecordHeaders(),
            Optional.empty()),
        new ListCollector<>(collected));
    return collected.get(0);
  }

  private static byte @Nullable [] bytes(@Nullable String text) {
    return text == null ? null : text.getBytes(UTF_8);
  }
}
