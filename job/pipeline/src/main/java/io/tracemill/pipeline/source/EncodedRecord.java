package io.tracemill.pipeline.source;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * One record as it was read, with the time it counts at and the encoding it is to be decoded by.
 *
 * <p>Immutable by agreement: the arrays are neither copied nor to be changed.
 *
 * @param topic the topic, or the file, it was read from
 * @param partition of the topic; 0 where there are none
 * @param offset where it stands in its partition, from 0
 * @param eventMillis event time (semantics 2), milliseconds since the epoch
 * @param claimedMillis the time the record itself states, milliseconds since the epoch, negative if
 *     it states none: the event time, unless it is a jump that is not believed
 * @param key empty if there is none
 * @param value empty if there is none (a tombstone)
 * @param encoding what the configuration calls its encoding: {@code otlp_proto}, or {@code auto}
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
  /** How records travel between tasks. */
  public static final TypeInformation<EncodedRecord> TYPE =
      new CodecTypeInfo<>(EncodedRecord.class, new EncodedRecordCodec());

  public EncodedRecord {
    requireNonNull(topic, "topic");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
    requireNonNull(encoding, "encoding");
  }

  /**
   * Whether the record states a later time and is not believed: semantics 2's {@code clock-jump}.
   */
  public boolean clockJump() {
    return claimedMillis > eventMillis;
  }

  @Override
  public String toString() {
    return "%s-%d@%d".formatted(topic, partition, offset);
  }
}
