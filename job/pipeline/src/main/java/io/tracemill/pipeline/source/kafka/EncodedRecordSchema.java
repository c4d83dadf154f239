package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.source.EncodedRecord;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Takes every Kafka record as it is, at the time its partition's clock believes; throws nothing.
 *
 * <p>The clocks are not state: after a restart they have to settle again.
 */
final class EncodedRecordSchema implements KafkaRecordDeserializationSchema<EncodedRecord> {
  private static final long serialVersionUID = 1;
  private static final byte[] NOTHING = {};

  private final String encoding;
  private final SubtaskClocks clocks;

  EncodedRecordSchema(String encoding, long maxJumpMillis) {
    this.encoding = encoding;
    this.clocks = new SubtaskClocks(maxJumpMillis);
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<EncodedRecord> out) {
    SubtaskClocks.Member clock = clocks.of(new TopicPartition(record.topic(), record.partition()));
    EncodedRecord read =
        new EncodedRecord(
            record.topic(),
            record.partition(),
            record.offset(),
            clock.believe(record.timestamp()),
            record.timestamp(),
            orNothing(record.key()),
            orNothing(record.value()),
            encoding);
    out.collect(read.inPartitionAt(clock));
  }

  @Override
  public TypeInformation<EncodedRecord> getProducedType() {
    return EncodedRecord.TYPE;
  }

  private static byte[] orNothing(byte @Nullable [] bytes) {
    return bytes == null ? NOTHING : bytes;
  }
}
