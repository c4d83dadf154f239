package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.EncodedRecord;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Passes on every Kafka record unchanged, with the event time of its partition's clock. */
final class EncodedRecordSchema implements KafkaRecordDeserializationSchema<EncodedRecord> {
  private static final long serialVersionUID = 1;
  private static final byte[] NOTHING = {};

  private final String encoding;
  private final long maxJumpMillis;

  /**
   * One clock for each partition read. The clocks are not state, so this is empty when serialized.
   */
  private final Map<TopicPartition, PartitionClock> clocks = new HashMap<>();

  EncodedRecordSchema(String encoding, long maxJumpMillis) {
    this.encoding = encoding;
    this.maxJumpMillis = maxJumpMillis;
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<EncodedRecord> out) {
    PartitionClock clock =
        clocks.computeIfAbsent(
            new TopicPartition(record.topic(), record.partition()),
            partition -> new PartitionClock(maxJumpMillis));
    out.collect(
        new EncodedRecord(
            record.topic(),
            record.partition(),
            record.offset(),
            clock.believe(record.timestamp()),
            record.timestamp(),
            orNothing(record.key()),
            orNothing(record.value()),
            encoding));
  }

  @Override
  public TypeInformation<EncodedRecord> getProducedType() {
    return EncodedRecord.TYPE;
  }

  private static byte[] orNothing(byte @Nullable [] bytes) {
    return bytes == null ? NOTHING : bytes;
  }
}
