package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** A result as the Kafka client wants it; its topic's name is all that is added. */
final class ProducerRecords implements KafkaRecordSerializationSchema<ResultRecord> {
  private static final long serialVersionUID = 1;

  private final String topic;

  ProducerRecords(String topic) {
    this.topic = topic;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      ResultRecord result, KafkaSinkContext context, @Nullable Long timestamp) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, result.timestampMillis(), result.key(), result.value());
    for (ResultRecord.Header header : result.headers()) {
      record.headers().add(header.name(), header.value());
    }
    return record;
  }
}
