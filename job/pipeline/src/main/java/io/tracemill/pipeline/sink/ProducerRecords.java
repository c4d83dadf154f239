package io.tracemill.pipeline.sink;

import io.tracemill.connectors.output.ResultRecord;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Turns a result into a record of the Kafka client; it adds only the topic's name. */
final class ProducerRecords
    implements KafkaRecordSerializationSchema<ResultRecord>, KafkaDatasetFacetProvider {
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

  /** Tells the sink in which topic to look for open transactions when it starts. */
  @Override
  public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
    return Optional.of(
        new DefaultKafkaDatasetFacet(DefaultKafkaDatasetIdentifier.ofTopics(List.of(topic))));
  }
}
