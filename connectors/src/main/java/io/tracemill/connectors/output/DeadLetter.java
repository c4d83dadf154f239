package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.output.ResultRecord.Header;
import java.util.List;

/**
 * A record that could not be decoded. Its arrays are not copied and must not change.
 *
 * @param topic it came from; for files, the file
 * @param partition of the topic
 * @param offset in the partition
 * @param timestampMillis the record's own, milliseconds since the epoch; negative where it has none
 * @param reason why it could not be decoded, for people
 * @param key its key; empty where it has none
 * @param value its bytes
 */
public record DeadLetter(
    String topic,
    int partition,
    long offset,
    long timestampMillis,
    String reason,
    byte[] key,
    byte[] value) {
  static final String TOPIC = "topic";
  static final String PARTITION = "partition";
  static final String OFFSET = "offset";
  static final String REASON = "reason";
  private static final byte[] NOTHING = {};

  public DeadLetter {
    requireNonNull(topic, "topic");
    requireNonNull(reason, "reason");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }

  /** The original key and bytes; where they came from and why they are here in headers. */
  public ResultRecord withBytes() {
    return record(value);
  }

  /** As {@link #withBytes}, with an empty value. */
  public ResultRecord headersOnly() {
    return record(NOTHING);
  }

  private ResultRecord record(byte[] bytes) {
    List<Header> headers =
        List.of(
            header(TOPIC, topic),
            header(PARTITION, Integer.toString(partition)),
            header(OFFSET, Long.toString(offset)),
            header(REASON, reason));
    return new ResultRecord(ResultStream.DEAD_LETTERS, key, bytes, timestampMillis, headers);
  }

  private static Header header(String name, String value) {
    return new Header(name, WellFormed.text(value).getBytes(UTF_8));
  }
}
