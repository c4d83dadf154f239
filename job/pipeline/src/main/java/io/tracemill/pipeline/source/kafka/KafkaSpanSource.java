package io.tracemill.pipeline.source.kafka;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.KafkaSourceOptions;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.OffsetResetStrategy;

/**
 * What to read from Kafka, and Flink's source and watermarks for it.
 *
 * @param clients settings of the Kafka clients, addresses too; they win over what is set here, but
 *     for group, positions and commits
 * @param topics which topics
 * @param groupId the consumer group that offsets are committed for, at every checkpoint of a source
 *     without an end
 * @param start where to start without state
 * @param bounded whether to end at what is the end of each partition when the job starts
 * @param encoding what to label the records with ({@code kafka.encoding})
 * @param maxJump how far a record may be ahead of its partition ({@code time.max-jump})
 */
public record KafkaSpanSource(
    Map<String, String> clients,
    TopicSelection topics,
    String groupId,
    StartPosition start,
    boolean bounded,
    String encoding,
    Duration maxJump) {
  private static final Duration DISCOVERY = Duration.ofMinutes(1);

  public KafkaSpanSource {
    clients = Map.copyOf(clients);
    requireNonNull(topics, "topics");
    requireNonNull(groupId, "groupId");
    requireNonNull(start, "start");
    requireNonNull(encoding, "encoding");
    requireNonNull(maxJump, "maxJump");
  }

  /** The source; it looks for new partitions and topics once a minute. */
  public KafkaSource<EncodedRecord> source() {
    Properties properties = new Properties();
    properties.setProperty(
        KafkaSourceOptions.PARTITION_DISCOVERY_INTERVAL_MS.key(),
        Long.toString(DISCOVERY.toMillis()));
    properties.putAll(clients);
    if (bounded) {
      // What is committed is where the job that has no end would begin.
      properties.setProperty(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key(), "false");
    }
    KafkaSourceBuilder<EncodedRecord> builder =
        KafkaSource.<EncodedRecord>builder()
            .setProperties(properties)
            .setGroupId(groupId)
            .setStartingOffsets(startingOffsets())
            .setDeserializer(new EncodedRecordSchema(encoding, maxJump.toMillis()));
    topics
        .pattern()
        .ifPresentOrElse(builder::setTopicPattern, () -> builder.setTopics(topics.topics()));
    if (bounded) {
      builder.setBounded(OffsetsInitializer.latest());
    }
    return builder.build();
  }

  /**
   * The watermarks that belong to this source.
   *
   * @param outOfOrderness how far records of a partition may be out of order ({@code
   *     time.out-of-orderness})
   * @param idleFlush {@code assembly.idle-flush}; zero turns it off, and so does a bounded source,
   *     which ends instead, and for which no partition is silent, however long a fetch takes
   */
  public PartitionWatermarks watermarks(Duration outOfOrderness, Duration idleFlush) {
    PartitionWatermarks watermarks = PartitionWatermarks.withBound(outOfOrderness);
    if (bounded) {
      return watermarks.waitingForAll();
    }
    return idleFlush.isZero() ? watermarks : watermarks.flushingAfter(idleFlush, endOffsets());
  }

  private EndOffsets endOffsets() {
    Map<String, String> ofGroup = new HashMap<>(clients);
    ofGroup.put(CommonClientConfigs.GROUP_ID_CONFIG, groupId);
    return new KafkaEndOffsets(ofGroup, topics, followsCommits() && commits());
  }

  /** In the words of Flink's source, which still asks for Kafka's old enum. */
  @SuppressWarnings("deprecation")
  OffsetsInitializer startingOffsets() {
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
   * Whether every partition that is read has been read from what its group has committed, or from
   * before it: then what is committed says how far the job has come. A job that starts at the
   * latest record may leave behind an old commit that it will not come back to.
   */
  boolean followsCommits() {
    return start == StartPosition.Named.COMMITTED || start == StartPosition.Named.EARLIEST;
  }

  private boolean commits() {
    return !"false".equals(clients.get(KafkaSourceOptions.COMMIT_OFFSETS_ON_CHECKPOINT.key()));
  }
}
