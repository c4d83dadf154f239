package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.tracemill.connectors.json.WellFormed;
import io.tracemill.connectors.output.ResultRecord.Header;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A record that could not be decoded. Its arrays are not copied and must not change.
 *
 * @param topic it came from; for files, the file's path as it was given
 * @param partition of the topic
 * @param offset in the partition
 * @param timestampMillis its event time, milliseconds since the epoch: one that brokers accept
 * @param reason why it could not be decoded, for readers
 * @param key its key; empty if it has none
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
  static final String ORIGINAL_BYTES = "originalBytes";
  private static final byte[] NOTHING = {};
  private static final int HEADERS_ONLY_MAX_KEY = 1 << 16;

  public DeadLetter {
    requireNonNull(topic, "topic");
    requireNonNull(reason, "reason");
    requireNonNull(key, "key");
    requireNonNull(value, "value");
  }

  /**
   * A record of the original key and bytes, with origin and reason in headers.
   *
   * @param maxBytes the most bytes to keep; if some are cut, a header has the original number
   */
  public ResultRecord withBytes(int maxBytes) {
    int kept = Math.max(0, maxBytes - keptKey(maxBytes).length);
    return record(keptKey(maxBytes), value.length <= kept ? value : Arrays.copyOf(value, kept));
  }

  /** As {@link #withBytes}, with an empty value. */
  public ResultRecord headersOnly() {
    return record(keptKey(HEADERS_ONLY_MAX_KEY), NOTHING);
  }

  /** A sender can write a key as large as a record. */
  private byte[] keptKey(int maxBytes) {
    return key.length <= maxBytes / 2 ? key : NOTHING;
  }

  private ResultRecord record(byte[] keptKey, byte[] bytes) {
    List<Header> headers = new ArrayList<>();
    headers.add(header(TOPIC, topic));
    headers.add(header(PARTITION, Integer.toString(partition)));
    headers.add(header(OFFSET, Long.toString(offset)));
    headers.add(header(REASON, reason));
    if (bytes.length < value.length) {
      headers.add(header(ORIGINAL_BYTES, Integer.toString(value.length)));
    }
    return new ResultRecord(ResultStream.DEAD_LETTERS, keptKey, bytes, timestampMillis, headers);
  }

  private static Header header(String name, String value) {
    return new Header(name, WellFormed.text(value).getBytes(UTF_8));
  }
}
