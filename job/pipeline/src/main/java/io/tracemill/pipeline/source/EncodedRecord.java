package io.tracemill.pipeline.source;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.jspecify.annotations.Nullable;

/**
 * One record as it was read, with the time it counts at and the encoding it is to be decoded by.
 *
 * <p>Immutable by agreement: the arrays are neither copied nor to be changed.
 */
public final class EncodedRecord {
  /** How records travel between tasks. */
  public static final TypeInformation<EncodedRecord> TYPE =
      new CodecTypeInfo<>(EncodedRecord.class, new EncodedRecordCodec());

  private final String topic;
  private final int partition;
  private final long offset;
  private final long eventMillis;
  private final long claimedMillis;
  private final byte[] key;
  private final byte[] value;
  private final String encoding;
  private final @Nullable PartitionTime partitionTime;

  /**
   * A record; see the accessors for what the arguments mean.
   *
   * @param key empty if it has none
   * @param value empty if it has none
   */
  public EncodedRecord(
      String topic,
      int partition,
      long offset,
      long eventMillis,
      long claimedMillis,
      byte[] key,
      byte[] value,
      String encoding) {
    this(topic, partition, offset, eventMillis, claimedMillis, key, value, encoding, null);
  }

  private EncodedRecord(
      String topic,
      int partition,
      long offset,
      long eventMillis,
      long claimedMillis,
      byte[] key,
      byte[] value,
      String encoding,
      @Nullable PartitionTime partitionTime) {
    this.topic = requireNonNull(topic, "topic");
    this.partition = partition;
    this.offset = offset;
    this.eventMillis = eventMillis;
    this.claimedMillis = claimedMillis;
    this.key = requireNonNull(key, "key");
    this.value = requireNonNull(value, "value");
    this.encoding = requireNonNull(encoding, "encoding");
    this.partitionTime = partitionTime;
  }

  /** The same record, in a partition that has this time. */
  public EncodedRecord inPartitionAt(PartitionTime time) {
    return new EncodedRecord(
        topic, partition, offset, eventMillis, claimedMillis, key, value, encoding, time);
  }

  /** The topic, or the file, it was read from. */
  public String topic() {
    return topic;
  }

  /** Partition of the topic; 0 where there are none. */
  public int partition() {
    return partition;
  }

  /** Where it stands in its partition, from 0. */
  public long offset() {
    return offset;
  }

  /** Event time (semantics 2), milliseconds since the epoch. */
  public long eventMillis() {
    return eventMillis;
  }

  /**
   * The time the record itself states, milliseconds since the epoch, negative if it states none:
   * the event time, unless it is a jump that is not believed.
   */
  public long claimedMillis() {
    return claimedMillis;
  }

  /**
   * Whether the record states a later time and is not believed: semantics 2's {@code clock-jump}.
   */
  public boolean clockJump() {
    return claimedMillis > eventMillis;
  }

  /**
   * The time of its partition, which goes on with later records. Known of a record of a partition
   * in the task that read it; it does not travel.
   */
  public Optional<PartitionTime> partitionTime() {
    return Optional.ofNullable(partitionTime);
  }

  /** The key's bytes, empty if there is none; not to be changed. */
  public byte[] key() {
    return key;
  }

  /** The value's bytes, empty if there is none (a tombstone); not to be changed. */
  public byte[] value() {
    return value;
  }

  /** What the configuration calls its encoding: {@code otlp_proto}, or {@code auto}. */
  public String encoding() {
    return encoding;
  }

  @Override
  public String toString() {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }
}
