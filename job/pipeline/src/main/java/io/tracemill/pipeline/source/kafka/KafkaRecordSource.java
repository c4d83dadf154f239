package io.tracemill.pipeline.source.kafka;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.kafka.KafkaClients;
import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * Input of the job from Kafka: Flink's source and its watermarks. {@code kafka.properties} override
 * the settings here, except group, positions and commits.
 *
 * @param topics of spans, or of stack samples
 * @param bounded whether to stop at the offsets that end each partition when the job starts
 */
public record KafkaRecordSource(TracemillConfig config, TopicSelection topics, boolean bounded) {
  private static final Duration DISCOVERY = Duration.ofMinutes(1);

  /** The silence after which a partition does not hold back the others, without idle flush. */
  private static final Duration IDLENESS = Duration.ofSeconds(10);

  /** The source; it looks for new partitions and topics once a minute. */
  public KafkaSource<EncodedRecord> source() {
    Properties properties = new Properties();
    properties.setProperty(
        KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(),
        Long.toString(DISCOVERY.toMillis()));
    properties.putAll(new KafkaClients(config).settings());
    if (bounded) {
      // Committed offsets are the start of the unbounded job, so a bounded one commits none.
      properties.setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false");
    }
    KafkaSourceBuilder<EncodedRecord> builder =
        KafkaSource.<EncodedRecord>builder()
            .setProperties(properties)
            .setGroupId(config.get(Keys.KAFKA_GROUP_ID))
            .setStartingOffsets(startingOffsets())
            .setDeserializer(
                new EncodedRecordSchema(
                    config.get(Keys.KAFKA_ENCODING), config.get(Keys.TIME_MAX_JUMP).toMillis()));
    topics
        .pattern()
        .ifPresentOrElse(builder::setTopicPattern, () -> builder.setTopics(topics.topics()));
    if (bounded) {
      builder.setBounded(OffsetsInitializer.latest());
    }
    return builder.build();
  }

  /**
   * The watermarks of this source. A bounded source ends instead of flushing. None of its
   * partitions counts as silent, however long a fetch takes.
   */
  public WatermarkStrategy<EncodedRecord> watermarks() {
    Duration bound = config.get(Keys.TIME_OUT_OF_ORDERNESS);
    if (bounded) {
      return new PartitionWatermarks(bound, PartitionWatermarks.NEVER, null);
    }
    Duration idleFlush = config.get(Keys.ASSEMBLY_IDLE_FLUSH);
    return idleFlush.isZero()
        ? new PartitionWatermarks(bound, IDLENESS, null)
        : new PartitionWatermarks(
            bound, idleFlush, new KafkaEndOffsets(config, topics, followsCommits() && commits()));
  }

  /** The start position for Flink's source, which still uses Kafka's old enum. */
  @SuppressWarnings("deprecation")
  OffsetsInitializer startingOffsets() {
    StartPosition start = config.get(Keys.KAFKA_START);
    if (start instanceof StartPosition.At at) {
      return OffsetsInitializer.timestamp(at.time().toEpochMilli());
    }
    return switch ((StartPosition.Named) start) {
      case EARLIEST -> OffsetsInitializer.earliest();
      case LATEST -> OffsetsInitializer.latest();
      case COMMITTED ->
          OffsetsInitializer.committedOffsets(
              bounded ? OffsetResetStrategy.EARLIEST : OffsetResetStrategy.LATEST);
    };
  }

  /**
   * Whether the job reads every partition from its committed offset or from an earlier one. Then
   * commits show the job's progress. A job that starts at the latest record may skip an old commit
   * and never return to it.
   */
  boolean followsCommits() {
    StartPosition start = config.get(Keys.KAFKA_START);
    return start == StartPosition.Named.COMMITTED || start == StartPosition.Named.EARLIEST;
  }

  private boolean commits() {
    String commits = KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key();
    return !"false".equals(config.get(Keys.KAFKA_PROPERTIES).get(commits));
  }
}
