package io.tracemill.pipeline.source;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * One record as read, with its event time and its encoding.
 *
 * <p>Immutable by agreement: the arrays are not copied and must not be changed.
 *
 * @param topic the topic or file of the record
 * @param partition of the topic; 0 for a file
 * @param offset its position in the partition, from 0
 * @param eventMillis event time (semantics 2), milliseconds since the epoch
 * @param claimedMillis the record's own timestamp, milliseconds since the epoch; negative if it has
 *     none. It equals the event time, except for a jump that is not believed
 * @param key empty without a key
 * @param value empty without a value (a tombstone)
 * @param encoding its encoding as configured: {@code otlp_proto}, or {@code auto}
 */
public record EncodedRecord(
    String topic,
    int partition,
    long offset,
    long eventMillis,
    long claimedMillis,
    byte[] key,
    byte[] value,
    String encoding) {
  /** The type information of records between tasks. */
  public static final TypeInformation<EncodedRecord> TYPE =
      new CodecTypeInfo<>(EncodedRecord.class, new EncodedRecordCodec());

  public EncodedRecord {
    requireNonNull(topic, "topic");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(encoding, "encoding");
  }

  /**
   * Whether the record claims a later time that is not believed ({@code clock-jump} in semantics
   * 2).
   */
  public boolean clockJump() {
    return claimedMillis > eventMillis;
  }

  @Override
  public String toString() {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }
}
